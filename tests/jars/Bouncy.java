import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.util.ASN1Dump;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.digests.Blake2bDigest;
import org.bouncycastle.crypto.digests.MD4Digest;
import org.bouncycastle.crypto.digests.RIPEMD160Digest;
import org.bouncycastle.crypto.digests.SHA3Digest;
import org.bouncycastle.crypto.digests.SM3Digest;
import org.bouncycastle.crypto.digests.TigerDigest;
import org.bouncycastle.crypto.digests.WhirlpoolDigest;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.engines.CamelliaEngine;
import org.bouncycastle.crypto.engines.SerpentEngine;
import org.bouncycastle.crypto.engines.TwofishEngine;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.SCrypt;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.math.ec.custom.sec.SecP256R1Curve;
import org.bouncycastle.util.encoders.Base64;
import org.bouncycastle.util.encoders.Hex;

/** Bouncy Castle: digests, ciphers, curves and encodings of its own, and as a provider of java.security. */
public class Bouncy {
    public static void main(String[] arguments) throws Exception {
        byte[] data = new byte[100], key = new byte[32];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 3);
        for (int i = 0; i < key.length; i++) key[i] = (byte) i;
        for (Digest digest : List.of(new MD4Digest(), new RIPEMD160Digest(), new WhirlpoolDigest(), new TigerDigest(), new SM3Digest(), new SHA3Digest(384), new Blake2bDigest(256))) {
            digest.update(data, 0, data.length);
            byte[] result = new byte[digest.getDigestSize()];
            digest.doFinal(result, 0);
            System.out.println(digest.getAlgorithmName() + " " + Hex.toHexString(result));
        }
        for (var engine : List.of(new AESEngine(), new TwofishEngine(), new SerpentEngine(), new CamelliaEngine())) {
            engine.init(true, new KeyParameter(key));
            byte[] block = new byte[16], back = new byte[16];
            engine.processBlock(data, 0, block, 0);
            engine.init(false, new KeyParameter(key));
            engine.processBlock(block, 0, back, 0);
            System.out.println(engine.getAlgorithmName() + " " + Hex.toHexString(block) + " " + Arrays.equals(back, Arrays.copyOf(data, 16)));
        }
        GCMBlockCipher gcm = new GCMBlockCipher(new AESEngine());
        gcm.init(true, new AEADParameters(new KeyParameter(key), 128, Arrays.copyOf(data, 12)));
        byte[] sealed = new byte[gcm.getOutputSize(data.length)];
        int length = gcm.processBytes(data, 0, data.length, sealed, 0);
        gcm.doFinal(sealed, length);
        System.out.println(Hex.toHexString(sealed));
        sealed[0] ^= 1;
        gcm.init(false, new AEADParameters(new KeyParameter(key), 128, Arrays.copyOf(data, 12)));
        try {
            gcm.doFinal(new byte[200], gcm.processBytes(sealed, 0, sealed.length, new byte[200], 0));
        } catch (InvalidCipherTextException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Hex.toHexString(SCrypt.generate("password".getBytes(), "salt".getBytes(), 64, 2, 1, 24)));
        Argon2BytesGenerator argon = new Argon2BytesGenerator();
        argon.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id).withIterations(1).withMemoryAsKB(64).withSalt("saltsalt".getBytes()).build());
        byte[] hash = new byte[16];
        argon.generateBytes("password".toCharArray(), hash);
        System.out.println(Hex.toHexString(hash));

        SecP256R1Curve curve = new SecP256R1Curve();
        var point = curve.decodePoint(Hex.decode("036B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296"));
        ECDomainParameters domain = new ECDomainParameters(curve, point, curve.getOrder());
        BigInteger secret = new BigInteger("123456789abcdef0123456789abcdef", 16);
        ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
        signer.init(true, new ECPrivateKeyParameters(secret, domain));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(data);
        BigInteger[] signature = signer.generateSignature(digest);
        signer.init(false, new ECPublicKeyParameters(point.multiply(secret), domain));
        System.out.println(signature[0].toString(16) + " " + signature[1].toString(16) + " " + signer.verifySignature(digest, signature[0], signature[1]) + " " + signer.verifySignature(digest, signature[1], signature[0]) + " " + point.multiply(secret).normalize().getAffineXCoord());
        Ed25519PrivateKeyParameters edwards = new Ed25519PrivateKeyParameters(key, 0);
        Ed25519Signer edwardsSigner = new Ed25519Signer();
        edwardsSigner.init(true, edwards);
        edwardsSigner.update(data, 0, data.length);
        byte[] signed = edwardsSigner.generateSignature();
        edwardsSigner.init(false, edwards.generatePublicKey());
        edwardsSigner.update(data, 0, data.length);
        System.out.println(Hex.toHexString(signed) + " " + edwardsSigner.verifySignature(signed));

        ASN1EncodableVector vector = new ASN1EncodableVector();
        vector.add(new ASN1Integer(BigInteger.TWO.pow(70)));
        vector.add(new ASN1ObjectIdentifier("1.2.840.113549.1.1.11"));
        vector.add(new DERUTF8String("text \u20ac"));
        vector.add(new DEROctetString(Arrays.copyOf(data, 5)));
        byte[] encoded = new DERSequence(vector).getEncoded();
        System.out.println(Hex.toHexString(encoded) + " " + ASN1Dump.dumpAsString(new ASN1InputStream(encoded).readObject(), true).replaceAll("\\s+", " ") + " " + new X500Name("CN=Test,O=Org\\, Inc,C=DE"));
        Provider provider = new BouncyCastleProvider();
        Cipher cipher = Cipher.getInstance("CAST5/CBC/PKCS7Padding", provider);
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, 0, 16, "CAST5"), new IvParameterSpec(new byte[8]));
        Mac mac = Mac.getInstance("HMACSHA512", provider);
        mac.init(new SecretKeySpec(key, "x"));
        System.out.println(provider.getName() + " " + (provider.size() > 1000) + " " + Base64.toBase64String(cipher.doFinal(data)).length() + " " + Hex.toHexString(mac.doFinal(data), 0, 8) + " " + Hex.toHexString(MessageDigest.getInstance("GOST3411", provider).digest(data)));
    }
}
