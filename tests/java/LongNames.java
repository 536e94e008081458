import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.reflect.Array;

/** Defines a class whose name and source file have 40,000 bytes each, more than a record of names has room for, and
 * makes an array of it. */
public class LongNames {
    static Object kept;

    public static void main(String[] arguments) throws Exception {
        String name = "n".repeat(40_000), source = "s".repeat(40_000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeShort(0);
        out.writeShort(52);
        out.writeShort(7);
        out.writeByte(1);
        out.writeUTF(name); // 1
        out.writeByte(7);
        out.writeShort(1); // 2
        out.writeByte(1);
        out.writeUTF("java/lang/Object"); // 3
        out.writeByte(7);
        out.writeShort(3); // 4
        out.writeByte(1);
        out.writeUTF("SourceFile"); // 5
        out.writeByte(1);
        out.writeUTF(source); // 6
        for (int value : new int[] {0x21, 2, 4, 0, 0, 0, 1, 5}) out.writeShort(value);
        out.writeInt(2);
        out.writeShort(6);
        byte[] file = bytes.toByteArray();
        Class<?> made = new ClassLoader() {
            Class<?> define() { return defineClass(null, file, 0, file.length); }
        }.define();
        Class.forName(made.getName(), true, made.getClassLoader());
        kept = Array.newInstance(made, 3);
        System.out.println("defined");
    }
}
