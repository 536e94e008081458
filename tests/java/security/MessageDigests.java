import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** MessageDigest: MD5 and the SHA families over inputs around the block sizes, in pieces, cloned; UUIDs by name. */
public class MessageDigests {
    public static void main(String[] arguments) throws Exception {
        HexFormat hex = HexFormat.of();
        byte[] long1 = new byte[1000];
        for (int i = 0; i < long1.length; i++) long1[i] = (byte) (i * 7);
        for (String name : List.of("MD2", "MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/256", "SHA3-224", "SHA3-256", "SHA3-512")) {
            MessageDigest digest = MessageDigest.getInstance(name);
            System.out.println(name + " " + digest.getDigestLength() + " " + hex.formatHex(digest.digest()) + " " + hex.formatHex(digest.digest("abc".getBytes())));
            for (int size : new int[] {55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000}) {
                digest.update(long1, 0, size);
                System.out.print(hex.formatHex(digest.digest(), 0, 4) + " ");
            }
            System.out.println();
            for (int i = 0; i < 200; i += 13) digest.update(long1, i, 13);
            digest.update((byte) 5);
            MessageDigest copy = (MessageDigest) digest.clone();
            digest.update(java.nio.ByteBuffer.wrap(long1, 10, 90));
            System.out.println(hex.formatHex(digest.digest(), 0, 8) + " " + hex.formatHex(copy.digest(), 0, 8));
        }
        System.out.println(MessageDigest.isEqual(new byte[] {1, 2}, new byte[] {1, 2}) + " " + MessageDigest.isEqual(new byte[] {1, 2}, new byte[] {1, 3}) + " " + MessageDigest.getInstance("SHA-256"));
        try {
            MessageDigest.getInstance("CRC-5");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        try {
            MessageDigest.getInstance("MD5").digest(new byte[10], 0, 10);
        } catch (DigestException e) {
            System.out.println(e.getMessage());
        }
        DigestInputStream in = new DigestInputStream(new ByteArrayInputStream(long1), MessageDigest.getInstance("SHA-1"));
        in.readNBytes(100);
        in.on(false);
        in.readNBytes(100);
        in.on(true);
        in.readAllBytes();
        DigestOutputStream out = new DigestOutputStream(new ByteArrayOutputStream(), MessageDigest.getInstance("SHA-1"));
        out.write(long1, 0, 100);
        out.write(long1, 200, 800);
        System.out.println(hex.formatHex(in.getMessageDigest().digest()) + " " + hex.formatHex(out.getMessageDigest().digest()));
        UUID named = UUID.nameUUIDFromBytes("name".getBytes()), fixed = UUID.fromString("c0ffee00-1234-4abc-8def-0123456789ab");
        System.out.println(named + " " + named.version() + " " + named.variant() + " " + fixed.getMostSignificantBits() + " " + fixed.compareTo(named) + " " + fixed.hashCode() + " " + UUID.fromString("1-2-3-4-5") + " " + new UUID(-1, 1) + " " + (UUID.randomUUID().version() == 4) + " " + UUID.randomUUID().equals(UUID.randomUUID()));
        for (String bad : List.of("x", "1-2-3-4", "c0ffee00-1234-4abc-8def-0123456789abc")) {
            try {
                System.out.println(UUID.fromString(bad));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            fixed.timestamp();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
    }
}
