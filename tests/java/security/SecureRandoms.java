import java.security.DrbgParameters;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** SecureRandom within its contract, providers by name, and Base64 in all its forms. */
public class SecureRandoms {
    public static void main(String[] arguments) throws Exception {
        SecureRandom random = new SecureRandom();
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 200; i++) seen.add(random.nextLong());
        byte[] bytes = new byte[64], zero = new byte[64];
        random.nextBytes(bytes);
        System.out.println(seen.size() + " " + Arrays.equals(bytes, zero) + " " + (random.nextInt(10) < 10) + " " + random.generateSeed(5).length + " " + SecureRandom.getSeed(3).length + " " + (random.nextDouble() < 1));
        for (String name : List.of("NativePRNG", "NativePRNGNonBlocking", "SHA1PRNG", "DRBG")) {
            SecureRandom by = SecureRandom.getInstance(name);
            System.out.println(by.getAlgorithm() + " " + (by.nextLong() != by.nextLong()) + " " + by.getProvider().getName() + " " + by);
        }
        SecureRandom first = SecureRandom.getInstance("SHA1PRNG"), second = SecureRandom.getInstance("SHA1PRNG");
        first.setSeed("seed".getBytes());
        second.setSeed("seed".getBytes());
        System.out.println(first.nextInt() + " " + (first.nextInt() != second.nextInt() && first.nextInt() != second.nextInt()) + " " + SecureRandom.getInstance("DRBG", DrbgParameters.instantiation(128, DrbgParameters.Capability.RESEED_ONLY, null)).getParameters());
        try {
            SecureRandom.getInstance("Dice");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        Provider sun = Security.getProvider("SUN");
        System.out.println(sun.getName() + " " + sun.getVersionStr() + " " + sun.getService("MessageDigest", "MD5").getClassName() + " " + Security.getAlgorithms("MessageDigest").contains("SHA-256") + " " + Security.getProvider("None") + " " + Security.getProperty("keystore.type"));

        Base64.Encoder plain = Base64.getEncoder(), url = Base64.getUrlEncoder().withoutPadding(), mime = Base64.getMimeEncoder(20, "\n".getBytes());
        byte[] data = new byte[40];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 89 + 200);
        for (int size : new int[] {0, 1, 2, 3, 4, 40}) System.out.println(plain.encodeToString(Arrays.copyOf(data, size)) + " " + url.encodeToString(Arrays.copyOf(data, size)) + " " + mime.encodeToString(Arrays.copyOf(data, size)).replace("\n", "$"));
        System.out.println(Arrays.equals(Base64.getDecoder().decode(plain.encode(data)), data) + " " + Arrays.equals(Base64.getUrlDecoder().decode(url.encodeToString(data)), data) + " " + Arrays.equals(Base64.getMimeDecoder().decode("*" + mime.encodeToString(data) + " !"), data) + " " + new String(Base64.getDecoder().wrap(new java.io.ByteArrayInputStream("aGVsbG8=".getBytes())).readAllBytes()));
        for (String bad : List.of("a", "ab=c", "a===", "YQ=", "Y Q==", "_-__", "YQ==YQ==")) {
            try {
                System.out.println(bad + " " + Base64.getDecoder().decode(bad).length);
            } catch (IllegalArgumentException e) {
                System.out.println(bad + " " + e.getMessage());
            }
        }
    }
}
