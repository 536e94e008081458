import java.util.Arrays;
import other.Assembler;
import other.Assembler.Attribute;
import other.Probe;

/** Large class files that are refused, again and again: cut off, of another name, of a package that nobody may add to;
 * one that is right is taken after all. */
public class RefusedFiles {
    private static Assembler large(String name) {
        return new Assembler(name, "java/lang/Object").version(52).addConstructor().addAttribute(new Attribute("Padding", new byte[2 << 20]));
    }

    private static final class Defining extends ClassLoader {
        Defining() { super(RefusedFiles.class.getClassLoader()); }
        Class<?> define(String name, byte[] file, int length) { return defineClass(name, file, 0, length); }
    }

    public static void main(String[] arguments) throws Throwable {
        Defining loader = new Defining();
        byte[] file = large("Large").bytes(), prohibited = large("java/util/Large").bytes();
        int[] errors = new int[3];
        for (int i = 0; i < 120; i++) {
            try {
                loader.define(null, file, file.length - 1);
            } catch (ClassFormatError e) {
                errors[0]++;
            }
            try {
                loader.define("Larger", file, file.length);
            } catch (NoClassDefFoundError e) {
                errors[1]++;
            }
            try {
                loader.define(null, prohibited, prohibited.length);
            } catch (SecurityException e) {
                errors[2]++;
            }
        }
        System.out.println(errors[0] + " " + errors[1] + " " + errors[2]);
        Probe.attempt("cut off", () -> loader.define(null, file, file.length - 1));
        Probe.attempt("cut off at its fields", () -> loader.define(null, file, file.length - (2 << 20)));
        Probe.attempt("too long", () -> loader.define(null, Arrays.copyOf(file, file.length + 1), file.length + 1));
        Probe.attempt("wrong name", () -> loader.define("Larger", file, file.length));
        // HotSpot names the loader with its hash.
        Probe.kind("prohibited", () -> loader.define(null, prohibited, prohibited.length));
        System.out.println(loader.define("Large", file, file.length).getDeclaredConstructor().newInstance().getClass().getName());
    }
}
