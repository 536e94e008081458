import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

// Class files by hand, as scripting engines write them: a public class that extends another and has a constructor and a
// static method `number` that returns an int.
final class Writer {
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(all);

    private void shorts(int... values) throws IOException {
        for (int value : values) out.writeShort(value);
    }

    private void utf8(String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }

    private void entry(int tag, int... indices) throws IOException {
        out.writeByte(tag);
        shorts(indices);
    }

    private void method(int flags, int name, int descriptor, byte[] code) throws IOException {
        shorts(flags, name, descriptor, 1, 7);
        out.writeInt(12 + code.length);
        shorts(1, 1);
        out.writeInt(code.length);
        out.write(code);
        shorts(0, 0);
    }

    static byte[] write(String name, String parent, int number) throws IOException {
        Writer writer = new Writer();
        DataOutputStream out = writer.out;
        out.writeInt(0xcafebabe);
        out.writeInt(52);
        writer.shorts(13);
        writer.utf8(name); // 1
        writer.entry(7, 1);
        writer.utf8(parent);
        writer.entry(7, 3);
        writer.utf8("<init>"); // 5
        writer.utf8("()V");
        writer.utf8("Code");
        writer.entry(12, 5, 6);
        writer.entry(10, 4, 8);
        writer.utf8("number"); // 10
        writer.utf8("()I");
        out.writeByte(3);
        out.writeInt(number);
        writer.shorts(0x21, 2, 4, 0, 0, 2);
        writer.method(1, 5, 6, new byte[] {0x2a, (byte) 0xb7, 0, 9, (byte) 0xb1});
        writer.method(9, 10, 11, new byte[] {0x12, 12, (byte) 0xac});
        writer.shorts(0);
        return writer.all.toByteArray();
    }
}
