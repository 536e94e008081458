import other.Assembler;
import other.Assembler.Loader;
import other.Probe;

/** Versions, magic numbers, cut and overlong files, and other files that are no class: ClassFormatError,
 * UnsupportedClassVersionError, NoClassDefFoundError for another name. */
public class Versions {
    private static Assembler plain() {
        Assembler a = new Assembler("Plain", "java/lang/Object").addConstructor();
        return a.addMethod(Assembler.PUBLIC | Assembler.STATIC, "run", "()I", a.code(1, 0).op(0x10, 42, 0xac));
    }

    private static void attempt(String label, byte[] file) {
        Probe.attempt(label, () -> Assembler.call(new Loader(Versions.class.getClassLoader()).add("Plain", file).loadClass("Plain"), "run"));
    }

    private static void kind(String label, byte[] file) {
        Probe.kind(label, () -> Assembler.call(new Loader(Versions.class.getClassLoader()).add("Plain", file).loadClass("Plain"), "run"));
    }

    public static void main(String[] arguments) {
        for (int major : new int[] {0, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 100, 65535}) {
            for (int minor : new int[] {0, 3, 65535}) {
                Assembler a = plain().version(major);
                a.minor = minor;
                attempt(major + "." + minor, a.bytes());
            }
        }
        Assembler wrong = plain();
        wrong.magic = 0xcafebabf;
        kind("magic", wrong.bytes());
        kind("nothing", new byte[0]);
        kind("text", "not a class file at all".getBytes());
        byte[] file = plain().bytes();
        for (int length = 0; length < file.length; length += 7) {
            byte[] cut = java.util.Arrays.copyOf(file, length);
            kind("cut at " + length, cut);
        }
        kind("one byte more", java.util.Arrays.copyOf(file, file.length + 1));
        attempt("other name", new Assembler("Other", "java/lang/Object").bytes());
        attempt("other package", new Assembler("some/Plain", "java/lang/Object").bytes());
        attempt("fine", file);
    }
}
