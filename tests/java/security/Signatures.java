import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPrivateKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;

/** Signatures and key pairs: RSA with a fixed key, bit for bit; elliptic curves and Edwards curves by verification; key
 * agreement. */
public class Signatures {
    public static void main(String[] arguments) throws Exception {
        HexFormat hex = HexFormat.of();
        BigInteger p = BigInteger.TWO.pow(521).subtract(BigInteger.ONE), q = BigInteger.TWO.pow(607).subtract(BigInteger.ONE), n = p.multiply(q), e = BigInteger.valueOf(65537), d = e.modInverse(p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE)));
        KeyFactory factory = KeyFactory.getInstance("RSA");
        PrivateKey secret = factory.generatePrivate(new RSAPrivateKeySpec(n, d));
        PublicKey open = factory.generatePublic(new RSAPublicKeySpec(n, e));
        byte[] message = "a message to be signed".getBytes();
        for (String name : List.of("MD5withRSA", "SHA1withRSA", "SHA256withRSA", "SHA512withRSA", "NONEwithRSA")) {
            Signature signature = Signature.getInstance(name);
            signature.initSign(secret);
            signature.update(message);
            byte[] signed = signature.sign();
            signature.initVerify(open);
            signature.update(message);
            boolean good = signature.verify(signed);
            signed[3] ^= 4;
            signature.update(message);
            boolean bad = signature.verify(signed);
            signed[3] ^= 4;
            System.out.println(name + " " + hex.formatHex(signed, 0, 20) + " " + Arrays.hashCode(signed) + " " + good + " " + bad);
        }
        System.out.println(open.getAlgorithm() + " " + open.getFormat() + " " + Arrays.hashCode(open.getEncoded()) + " " + ((RSAPublicKey) factory.generatePublic(new X509EncodedKeySpec(open.getEncoded()))).getModulus().equals(n) + " " + ((RSAPublicKey) open).getPublicExponent());
        Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
        cipher.init(Cipher.ENCRYPT_MODE, open);
        byte[] sealed = cipher.doFinal(message);
        cipher.init(Cipher.DECRYPT_MODE, secret);
        System.out.println(sealed.length + " " + new String(cipher.doFinal(sealed)));
        Cipher raw = Cipher.getInstance("RSA/ECB/NoPadding");
        raw.init(Cipher.ENCRYPT_MODE, open);
        System.out.println(Arrays.hashCode(raw.doFinal(message)));

        SecureRandom fixed = SecureRandom.getInstance("SHA1PRNG");
        fixed.setSeed(12345);
        System.out.println(fixed.nextInt() + " " + fixed.nextLong() + " " + fixed.getAlgorithm() + " " + fixed.nextInt(100));
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(512, fixed);
        KeyPair pair = rsa.generateKeyPair();
        System.out.println(((RSAPublicKey) pair.getPublic()).getModulus().bitLength() + " " + factory.generatePrivate(new PKCS8EncodedKeySpec(pair.getPrivate().getEncoded())).equals(pair.getPrivate()));
        KeyPairGenerator curves = KeyPairGenerator.getInstance("EC");
        curves.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair first = curves.generateKeyPair(), second = curves.generateKeyPair();
        KeyPair edwards = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        for (Object[] combination : new Object[][] {{"SHA256withECDSA", first}, {"Ed25519", edwards}}) {
            Signature signature = Signature.getInstance((String) combination[0]);
            KeyPair keys = (KeyPair) combination[1];
            signature.initSign(keys.getPrivate());
            signature.update(message);
            byte[] signed = signature.sign();
            signature.initVerify(keys.getPublic());
            signature.update(message);
            System.out.print(combination[0] + " " + signature.verify(signed) + " ");
            signature.update(new byte[1]);
            System.out.println(signature.verify(signed) + " " + keys.getPublic().getFormat() + " " + keys.getPrivate().getAlgorithm());
        }
        KeyAgreement one = KeyAgreement.getInstance("ECDH"), other = KeyAgreement.getInstance("ECDH");
        one.init(first.getPrivate());
        other.init(second.getPrivate());
        one.doPhase(second.getPublic(), true);
        other.doPhase(first.getPublic(), true);
        System.out.println(Arrays.equals(one.generateSecret(), other.generateSecret()));
        try {
            Signature.getInstance("SHA256withRSA").sign();
        } catch (SignatureException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            Signature.getInstance("SHA256withRSA").initSign(first.getPrivate());
        } catch (InvalidKeyException exception) {
            System.out.println(exception.getMessage());
        }
        try {
            factory.generatePublic(new X509EncodedKeySpec(new byte[] {1, 2, 3}));
        } catch (InvalidKeySpecException exception) {
            System.out.println(exception.getMessage());
        }
    }
}
