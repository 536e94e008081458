import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;

// Reads class files (UTF name of the package, int length, bytes) and prints for each what HotSpot says when it defines
// and links the class: "ok" or the exception's class and message. Each gets a loader of its own.
// ClassLoader.defineClass0 links without initialising and without resolving what a reflective look at members would
// resolve; it wants a class of the same package and loader beside it.
public class MutationDriver {
    static final int STRONG_LOADER_LINK = 4;

    static class Loader extends ClassLoader {
        Class<?> host(String packageName) throws IOException {
            byte[] bytes = hostBytes(packageName.isEmpty() ? "GnomonHost" : packageName + "/GnomonHost");
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    static byte[] hostBytes(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeInt(49);
        out.writeShort(5);
        out.writeByte(1);
        out.writeUTF(name);
        out.writeByte(7);
        out.writeShort(1);
        out.writeByte(1);
        out.writeUTF("java/lang/Object");
        out.writeByte(7);
        out.writeShort(3);
        out.writeShort(0x21);
        out.writeShort(2);
        out.writeShort(4);
        for (int i = 0; i < 4; i++) out.writeShort(0);
        return bytes.toByteArray();
    }

    static String judge(Method define, String packageName, byte[] bytes) throws Exception {
        Loader loader = new Loader();
        try {
            define.invoke(null, loader, loader.host(packageName), null, bytes, 0, bytes.length, null, false, STRONG_LOADER_LINK, null);
            return "ok";
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            return cause.getClass().getName().replace('.', '/') + " " + String.valueOf(cause.getMessage()).split("\n")[0];
        }
    }

    public static void main(String[] arguments) throws Exception {
        Method define = ClassLoader.class.getDeclaredMethod("defineClass0", ClassLoader.class, Class.class, String.class, byte[].class, int.class,
                                                            int.class, ProtectionDomain.class, boolean.class, int.class, Object.class);
        define.setAccessible(true);
        StringBuilder verdicts = new StringBuilder();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(arguments[0])))) {
            for (;;) {
                String packageName = in.readUTF();
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                verdicts.append(judge(define, packageName, bytes)).append('\n');
            }
        } catch (EOFException end) {
            System.out.print(verdicts);
        }
    }
}
