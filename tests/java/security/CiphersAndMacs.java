import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.crypto.CipherOutputStream;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** javax.crypto: AES in its modes, ChaCha20, DES, HMACs, keys from passwords, and what is refused. */
public class CiphersAndMacs {
    static final HexFormat HEX = HexFormat.of();

    public static void main(String[] arguments) throws Exception {
        byte[] keyBytes = new byte[32], iv = new byte[16], data = new byte[50];
        for (int i = 0; i < 50; i++) {
            if (i < 32) keyBytes[i] = (byte) i;
            if (i < 16) iv[i] = (byte) (i * 3);
            data[i] = (byte) (i * 5);
        }
        for (int size : new int[] {16, 24, 32}) {
            SecretKey key = new SecretKeySpec(keyBytes, 0, size, "AES");
            for (String mode : List.of("ECB/PKCS5Padding", "CBC/PKCS5Padding", "CTR/NoPadding", "CFB8/NoPadding", "OFB/NoPadding", "CBC/ISO10126Padding", "GCM/NoPadding")) {
                Cipher cipher = Cipher.getInstance("AES/" + mode);
                var parameters = mode.startsWith("ECB") ? null : mode.startsWith("GCM") ? new GCMParameterSpec(128, iv, 0, 12) : new IvParameterSpec(iv);
                cipher.init(Cipher.ENCRYPT_MODE, key, parameters);
                if (mode.startsWith("GCM")) cipher.updateAAD("header".getBytes());
                byte[] first = cipher.update(data, 0, 20), second = cipher.doFinal(data, 20, 30), whole = Arrays.copyOf(first == null ? new byte[0] : first, (first == null ? 0 : first.length) + second.length);
                System.arraycopy(second, 0, whole, whole.length - second.length, second.length);
                cipher.init(Cipher.DECRYPT_MODE, key, parameters);
                if (mode.startsWith("GCM")) cipher.updateAAD("header".getBytes());
                System.out.println(size + " " + mode + " " + (mode.contains("10126") ? whole.length : HEX.formatHex(whole)) + " " + Arrays.equals(cipher.doFinal(whole), data) + " " + cipher.getBlockSize());
            }
        }
        SecretKey key = new SecretKeySpec(keyBytes, 0, 16, "AES");
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(96, iv));
        byte[] sealed = gcm.doFinal(data);
        sealed[5] ^= 1;
        gcm.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(96, iv));
        try {
            gcm.doFinal(sealed);
        } catch (AEADBadTagException e) {
            System.out.println(e.getMessage());
        }
        Cipher cbc = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cbc.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(iv));
        for (byte[] bad : List.of(new byte[15], new byte[16])) {
            try {
                cbc.doFinal(bad);
            } catch (IllegalBlockSizeException | BadPaddingException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        for (String[] other : new String[][] {{"DESede/CBC/PKCS5Padding", "DESede", "24", "8"}, {"DES/ECB/PKCS5Padding", "DES", "8", "0"}, {"Blowfish/CBC/PKCS5Padding", "Blowfish", "16", "8"}, {"RC2/ECB/PKCS5Padding", "RC2", "16", "0"}, {"RC4", "RC4", "16", "0"}}) {
            Cipher cipher = Cipher.getInstance(other[0]);
            SecretKey otherKey = new SecretKeySpec(keyBytes, 0, Integer.parseInt(other[2]), other[1]);
            if (other[3].equals("8")) cipher.init(Cipher.ENCRYPT_MODE, otherKey, new IvParameterSpec(iv, 0, 8));
            else cipher.init(Cipher.ENCRYPT_MODE, otherKey);
            System.out.println(other[0] + " " + HEX.formatHex(cipher.doFinal(data)));
        }
        Cipher chacha = Cipher.getInstance("ChaCha20-Poly1305");
        chacha.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(keyBytes, "ChaCha20"), new IvParameterSpec(iv, 0, 12));
        System.out.println(HEX.formatHex(chacha.doFinal(data)));
        Cipher stream = Cipher.getInstance("ChaCha20");
        stream.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(keyBytes, "ChaCha20"), new ChaCha20ParameterSpec(Arrays.copyOf(iv, 12), 1));
        System.out.println(HEX.formatHex(stream.doFinal(data)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        cbc.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
        try (CipherOutputStream out = new CipherOutputStream(bytes, cbc)) {
            for (int i = 0; i < 5; i++) out.write(data);
        }
        cbc.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(iv));
        System.out.println(bytes.size() + " " + new CipherInputStream(new ByteArrayInputStream(bytes.toByteArray()), cbc).readAllBytes().length);
        Cipher wrap = Cipher.getInstance("AESWrap");
        wrap.init(Cipher.WRAP_MODE, key);
        System.out.println(HEX.formatHex(wrap.wrap(new SecretKeySpec(keyBytes, 0, 24, "AES"))));

        for (String name : List.of("HmacMD5", "HmacSHA1", "HmacSHA224", "HmacSHA256", "HmacSHA384", "HmacSHA512", "HmacSHA3-256")) {
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec("key".getBytes(), name));
            mac.update(data, 0, 7);
            byte[] first = mac.doFinal(data);
            mac.init(new SecretKeySpec(new byte[200], name));
            System.out.println(name + " " + mac.getMacLength() + " " + HEX.formatHex(first) + " " + HEX.formatHex(mac.doFinal(), 0, 6));
        }
        for (String name : List.of("PBKDF2WithHmacSHA1", "PBKDF2WithHmacSHA256"))
            System.out.println(name + " " + HEX.formatHex(SecretKeyFactory.getInstance(name).generateSecret(new PBEKeySpec("password".toCharArray(), "salt".getBytes(), 50, 160)).getEncoded()));
        KeyGenerator generator = KeyGenerator.getInstance("AES");
        generator.init(192);
        System.out.println(generator.generateKey().getEncoded().length + " " + generator.generateKey().getFormat() + " " + Cipher.getMaxAllowedKeyLength("AES"));
        for (String bad : List.of("AES/XYZ/NoPadding", "AES/CBC/Odd", "Enigma", "AES/CBC")) {
            try {
                Cipher.getInstance(bad);
                System.out.println("fine");
            } catch (NoSuchAlgorithmException | NoSuchPaddingException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        try {
            Cipher.getInstance("AES").init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[5], "AES"));
        } catch (InvalidKeyException e) {
            System.out.println(e.getMessage());
        }
        try {
            Cipher.getInstance("AES").update(data);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(96, new byte[12]));
            gcm.doFinal(data);
            gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(96, new byte[12]));
        } catch (GeneralSecurityException e) {
            System.out.println(e.getMessage());
        }
    }
}
