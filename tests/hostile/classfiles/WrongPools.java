import java.util.Arrays;
import other.Assembler;
import other.Assembler.Bytes;

/** Constant pools whose indices lead nowhere, to themselves, to constants of other kinds, and files that are cut off or
 * changed at every byte. */
public class WrongPools {
    private static byte[] file(Bytes pool, int slots, int... head) {
        return new Bytes().u4(0xcafebabe).u2(0, 52, slots).raw(pool.get()).u2(head).get();
    }

    private static void define(String label, byte[] file) {
        Attack.kind(label, () -> {
            Class<?> type = new Attack.Shadow().define(file);
            Class.forName(type.getName(), true, type.getClassLoader());
            type.getDeclaredMethods();
        });
    }

    public static void main(String[] arguments) {
        define("nothing", new byte[0]);
        define("magic alone", new Bytes().u4(0xcafebabe).get());
        define("no pool", file(new Bytes(), 0, 1, 0, 0, 0, 0, 0, 0));
        define("65535 constants that are not there", file(new Bytes(), 65535, 1));
        define("name is a class", file(new Bytes().u1(7).u2(1), 2, 33, 1, 0, 0, 0, 0, 0));
        define("name beyond", file(new Bytes().u1(7).u2(65535), 2, 33, 1, 0, 0, 0, 0, 0));
        define("this beyond", file(new Bytes().u1(7).u2(2).u1(1).utf("Q"), 3, 33, 9, 0, 0, 0, 0, 0));
        define("itself its superclass", file(new Bytes().u1(7).u2(2).u1(1).utf("Q"), 3, 33, 1, 1, 0, 0, 0, 0));
        define("itself its interface", file(new Bytes().u1(7).u2(2).u1(1).utf("Q").u1(7).u2(4).u1(1).utf("java/lang/Object"), 5, 33, 1, 3, 1, 1, 0, 0, 0));
        define("unknown tag", file(new Bytes().u1(2).u2(2), 2, 33, 1, 0, 0, 0, 0, 0));
        define("tag 255", file(new Bytes().u1(255).u2(2), 2, 33, 1, 0, 0, 0, 0, 0));
        define("long at the end", file(new Bytes().u1(5).u8(1), 2, 33, 1, 0, 0, 0, 0, 0));
        define("text cut off", file(new Bytes().u1(1).u2(65535).u1(65), 2, 33, 1, 0, 0, 0, 0, 0));
        define("text with a null", file(new Bytes().u1(7).u2(2).u1(1).u2(2).u1(65, 0), 3, 33, 1, 0, 0, 0, 0, 0));
        define("text not UTF-8", file(new Bytes().u1(7).u2(2).u1(1).u2(2).u1(0xff, 0xc0), 3, 33, 1, 0, 0, 0, 0, 0));
        for (String name : new String[] {"", "/", "a//b", "a/", "/a", "a.b", "a;b", "[I", "[La;", "a[b", "L", "La;", "<init>", "java", "java/lang/"})
            define("called '" + name + "'", new Assembler(name, "java/lang/Object").bytes());
        define("called with 65535 letters", new Assembler("n".repeat(65535), "java/lang/Object").bytes());
        define("array as its superclass", new Assembler("Q", "[I").bytes());
        define("array as its interface", new Assembler("Q", "java/lang/Object", "[Ljava/lang/Object;").bytes());
        define("the same interface twice", new Assembler("Q", "java/lang/Object", "java/lang/Runnable", "java/lang/Runnable").bytes());
        Assembler self = new Assembler("Q", "java/lang/Object").version(55);
        self.addMethod(9, "run", "()Ljava/lang/Object;", self.code(2, 0).load(self.constant("loop", 1, new Bytes().u1(17).u2(0, 0))).op(0xb0));
        define("dynamic without bootstrap methods", self.bytes());
        for (int kind : new int[] {0, 1, 5, 8, 9, 10, 255}) {
            Assembler a = new Assembler("Q", "java/lang/Object").version(52);
            int handle = a.handle(kind, a.number(5));
            a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(2, 0).load(handle).op(0xb0));
            define("handle of kind " + kind + " to a number", a.bytes());
        }
        for (String descriptor : new String[] {"", "(", "()", ")V", "(V)V", "()VV", "(L)V", "(LQ)V", "([V)V", "()" + "[".repeat(256) + "I", "(" + "J".repeat(128) + ")V", "(" + "I".repeat(256) + ")V"}) {
            Assembler a = new Assembler("Q", "java/lang/Object");
            a.addMethod(Assembler.PUBLIC | Assembler.ABSTRACT, "m", descriptor).access(Assembler.PUBLIC | Assembler.ABSTRACT | Assembler.SUPER);
            define("method " + (descriptor.length() > 20 ? descriptor.substring(0, 20) + "..." : descriptor), a.bytes());
        }
        for (String descriptor : new String[] {"", "V", "L;", "[", "[V", "I;", "Ljava.lang.Object;", "[".repeat(255) + "I", "[".repeat(256) + "I"})
            define("field " + (descriptor.length() > 20 ? descriptor.length() + " letters" : descriptor), new Assembler("Q", "java/lang/Object").addField(9, "f", descriptor).bytes());
        Assembler a = new Assembler("Q", "java/lang/Object").addConstructor().addField(9, "f", "I").addField(2, "g", "Ljava/lang/Object;");
        a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(2, 1).label("a").load(a.string("text")).label("b").op(0xb0).label("h").op(0xb0).handler("a", "b", "h", "java/lang/Exception").line(1));
        byte[] whole = a.bytes();
        int outcomes = 0;
        for (int i = 0; i < whole.length; i++) {
            for (int value : new int[] {0, 255, whole[i] + 1}) {
                byte[] changed = whole.clone();
                changed[i] = (byte) value;
                outcomes += outcome(changed);
            }
            outcomes += outcome(Arrays.copyOf(whole, i));
        }
        System.out.println("changed and cut off: " + (outcomes == 4 * whole.length));
    }

    private static int outcome(byte[] file) {
        try {
            Class<?> type = new Attack.Shadow().define(file);
            Class.forName(type.getName(), true, type.getClassLoader());
            type.getMethod("run").invoke(null);
        } catch (LinkageError | ReflectiveOperationException | SecurityException | ArrayIndexOutOfBoundsException e) {
            // whatever it is
        }
        return 1;
    }
}
