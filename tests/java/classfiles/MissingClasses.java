import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** Classes that are not there, by every instruction that may name one: NoClassDefFoundError when it is reached, the
 * same again; a loader that throws other things, or gives the wrong class. */
public class MissingClasses {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static Assembler caller;
    private static int number;

    private static Code start() { return caller.code(6, 3); }
    private static void site(Code code) { caller.addMethod(STATIC, "m" + number++, "()Ljava/lang/Object;", code.op(0xb0)); }

    /** Throws what its mode says for classes named Gone..., counts how often it was asked. */
    static class Strange extends Loader {
        int mode, asked;
        Strange() { super(MissingClasses.class.getClassLoader()); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Gone")) return super.loadClass(name, resolve);
            asked++;
            switch (mode) {
                case 0: throw new ClassNotFoundException("mode 0 " + name);
                case 1: return null;
                case 2: throw new IllegalStateException("mode 2");
                case 3: return String.class;
                case 4: throw new NoClassDefFoundError("mode 4");
                case 5: throw new OutOfMemoryError("mode 5");
                default: throw new LinkageError("mode 6");
            }
        }
    }

    public static void main(String[] arguments) throws Throwable {
        caller = new Assembler("Caller", "java/lang/Object");
        String gone = "Gone";
        int type = caller.type(gone), arrayType = caller.type("[[LGone;");
        site(start().op(0xbb).op(type >> 8, type & 255).op(0x57, 0x01));
        site(start().call(0xb8, gone, "m", "()V").op(0x01));
        site(start().access(0xb2, gone, "f", "I").op(0x57, 0x01));
        site(start().op(0x04).access(0xb3, gone, "f", "I").op(0x01));
        site(start().op(0x01).access(0xb4, gone, "f", "I").op(0x57, 0x01));
        site(start().op(0x01).call(0xb6, gone, "m", "()V").op(0x01));
        site(start().op(0x01).callInterface(gone, "m", "()V", 1).op(0x01));
        site(start().op(0x01, 0xc0, type >> 8, type & 255));
        site(start().load(caller.string("x")).op(0xc0, type >> 8, type & 255));
        site(start().op(0x01, 0xc1, type >> 8, type & 255, 0x57, 0x01));
        site(start().load(caller.string("x")).op(0xc1, type >> 8, type & 255, 0x57, 0x01));
        site(start().op(0x03, 0xbd, type >> 8, type & 255));
        site(start().op(0x02, 0xbd, type >> 8, type & 255));
        site(start().op(0x03, 0x03, 0xc5, arrayType >> 8, arrayType & 255, 2));
        site(start().load(type));
        site(start().load(arrayType));
        site(start().op(0x01, 0x01).call(0xb8, "Caller", "takes", "(LGone;[LGone;)V").op(0x01));
        site(start().label("from").op(0x04, 0x03, 0x6c, 0x57, 0x01).jump(0xa7, "out").label("to").op(0x57).load(caller.string("caught")).label("out").handler("from", "to", "to", "java/lang/RuntimeException"));
        site(start().label("from").op(0x04, 0x03, 0x6c, 0x57, 0x01).jump(0xa7, "out").label("to").op(0x57).load(caller.string("caught")).label("out").handler("from", "to", "to", "java/lang/ArithmeticException"));
        site(start().op(0x01).call(0xb8, "Caller", "field", "(LHolder;)V").op(0x01));
        caller.addMethod(STATIC, "takes", "(LGone;[LGone;)V", caller.code(1, 2).op(0xb1));
        caller.addMethod(STATIC, "field", "(LHolder;)V", caller.code(2, 1).op(0xbb, 0, caller.type("Holder")).op(0x57, 0xb1));
        caller.addField(STATIC, "unused", "LGone;");
        Assembler holder = new Assembler("Holder", "java/lang/Object").addConstructor().addField(Assembler.PUBLIC, "g", "LGone;");
        holder.addMethod(Assembler.PUBLIC, "m", "(LGone;)LGone;", holder.code(1, 2).op(0x01, 0xb0));
        Assembler below = new Assembler("Below", "Gone").addConstructor(), face = new Assembler("Faced", "java/lang/Object", "GoneToo").addConstructor();
        for (int mode = 0; mode < 7; mode++) {
            Strange loader = new Strange();
            loader.add(caller, holder, below, face);
            loader.mode = mode;
            Class<?> c = loader.loadClass("Caller");
            for (int i = 0; i < number; i++) {
                String name = "m" + i;
                if (mode > 0 && i > 8) continue;
                for (int round = 0; round < 2; round++) Probe.attempt(mode + " " + name, () -> Assembler.callKnown(c, name));
            }
            for (String name : new String[] {"Below", "Faced", "Gone"}) {
                Probe.attempt(mode + " " + name, () -> loader.loadClass(name));
                Probe.attempt(mode + " forName " + name, () -> Class.forName(name, false, loader));
            }
            System.out.println(loader.asked > 0);
            if (mode == 0) {
                Probe.attempt("methods", () -> loader.loadClass("Holder").getMethods().length);
                Probe.attempt("fields", () -> loader.loadClass("Holder").getFields().length);
                Probe.attempt("instance", () -> loader.loadClass("Holder").getDeclaredConstructor().newInstance().getClass());
            }
        }
    }
}
