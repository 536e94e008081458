import java.io.UnsupportedEncodingException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HexFormat;
import java.util.List;

/** Charsets: encoding and decoding, malformed input, encoders step by step, the extended ones, names. */
public class Charsets {
    static final HexFormat HEX = HexFormat.of();

    static void decode(String name, String hex) {
        byte[] bytes = HEX.parseHex(hex);
        Charset charset = Charset.forName(name);
        StringBuilder out = new StringBuilder(name + " " + hex + " ");
        new String(bytes, charset).codePoints().forEach(c -> out.append(Integer.toHexString(c)).append(' '));
        try {
            charset.newDecoder().decode(ByteBuffer.wrap(bytes));
            out.append("fine");
        } catch (CharacterCodingException e) {
            out.append(e);
        }
        System.out.println(out);
    }

    public static void main(String[] arguments) throws Exception {
        String text = "A\u00e9\u00df\u20ac\u0416\u4e2d\uD83D\uDE00";
        for (String name : List.of("US-ASCII", "ISO-8859-1", "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "windows-1252", "ISO-8859-15", "IBM437", "KOI8-R", "windows-1251", "CESU-8", "Shift_JIS", "EUC-JP", "GBK", "GB18030", "Big5", "EUC-KR", "ISO-2022-JP", "IBM037", "x-MacRoman")) {
            Charset charset = Charset.forName(name);
            byte[] bytes = text.getBytes(charset);
            System.out.println(charset.name() + " " + HEX.formatHex(bytes) + " " + new String(bytes, charset).equals(text) + " " + charset.newEncoder().canEncode('\u20ac') + " " + charset.newEncoder().maxBytesPerChar() + " " + charset.newDecoder().averageCharsPerByte());
        }
        for (String hex : List.of("41c3a9", "c3", "c328", "e282", "e28228", "f09f9880", "f09f98", "eda080", "f4908080", "c0af", "ff41", "e2e2", "80", "f8888080", "efbbbf41")) decode("UTF-8", hex);
        for (String hex : List.of("feff0041", "fffe4100", "d83d", "d83d0041", "00", "de00d83d")) decode("UTF-16", hex);
        decode("US-ASCII", "4180ff");
        decode("Shift_JIS", "82a0ff8140");
        decode("UTF-32", "0000004100110000");

        CharsetEncoder encoder = StandardCharsets.US_ASCII.newEncoder().onUnmappableCharacter(CodingErrorAction.REPLACE).replaceWith(new byte[] {'#'});
        System.out.println(StandardCharsets.US_ASCII.decode(encoder.encode(CharBuffer.wrap("a\u20acb\uD83D\uDE00c"))));
        encoder.reset().onUnmappableCharacter(CodingErrorAction.IGNORE);
        System.out.println(StandardCharsets.US_ASCII.decode(encoder.encode(CharBuffer.wrap("a\u20acb"))));
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(HEX.parseHex("41e282ac42f09f9880c3"));
        CharBuffer out = CharBuffer.allocate(3);
        StringBuilder steps = new StringBuilder();
        CoderResult result;
        do {
            result = decoder.decode(in, out, true);
            out.flip();
            steps.append(out).append('/').append(result).append('/').append(in.position()).append(' ');
            out.clear();
        } while (result.isOverflow());
        System.out.println(steps + "" + result.isMalformed() + " " + result.length());
        ByteBuffer direct = ByteBuffer.allocateDirect(16);
        CoderResult encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap("\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac"), direct, true);
        System.out.println(encoded + " " + direct.position());
        try {
            StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap("ab\u20ac"));
        } catch (CharacterCodingException e) {
            System.out.println(e);
        }
        for (String name : new String[] {"no-such-set", "bad name!", "", null}) {
            try {
                System.out.println(Charset.isSupported(name) + " " + Charset.forName(name));
            } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
                System.out.println(e);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        try {
            "x".getBytes("nothing");
        } catch (UnsupportedEncodingException e) {
            System.out.println(e);
        }
        System.out.println(Charset.forName("latin1") + " " + Charset.forName("utf8").aliases().contains("UTF8") + " " + StandardCharsets.UTF_8.contains(StandardCharsets.UTF_16) + " " + StandardCharsets.US_ASCII.contains(StandardCharsets.UTF_8) + " " + StandardCharsets.UTF_16.compareTo(StandardCharsets.UTF_8) + " " + Charset.availableCharsets().containsKey("Big5") + " " + Charset.forName("IBM037").isRegistered() + " " + new String(new byte[] {(byte) 0xa4}, "ISO-8859-15"));
        System.out.println("\ud800x".getBytes(StandardCharsets.UTF_8).length + " " + HEX.formatHex("\ud800".getBytes(StandardCharsets.UTF_16BE)) + " " + new String(new byte[] {65, 66, 67}, 1, 1, StandardCharsets.US_ASCII) + " " + StandardCharsets.UTF_8.encode("\u00ff").remaining());
    }
}
