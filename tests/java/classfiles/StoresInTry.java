import other.Assembler;
import other.Assembler.Bytes;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** A store that is the last instruction of a try block: its handler sees the local as it was before the store. One
 * instruction more in the block, and it sees both. */
public class StoresInTry {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static final String[] NAMES = {"istore", "lstore", "fstore", "dstore", "astore"};
    private static final int[] VALUES = {0x03, 0x09, 0x0b, 0x0e, 0x2a};

    private interface Body { void write(Code code); }

    // The handler wants a String in local 1.
    private static void attempt(String label, Object argument, Body body) {
        for (int version : new int[] {49, 52}) {
            Assembler a = new Assembler("Stores", "java/lang/Object").version(version);
            Code c = a.code(2, 3).load(a.string("before")).op(0x4c).label("from");
            body.write(c);
            c.label("to").op(0x04, 0xac).label("handler");
            int handler = c.at();
            c.op(0x57, 0x2b).call(0xb6, "java/lang/String", "length", "()I").op(0xac).handler("from", "to", "handler", null);
            Bytes frame = new Bytes().u1(255).u2(handler, 2).u1(7).u2(a.type("java/lang/Object")).u1(7).u2(a.type("java/lang/String"));
            c.frames(1, frame.u2(1).u1(7).u2(a.type("java/lang/Throwable")).get());
            byte[] file = a.addMethod(STATIC, "m", "(Ljava/lang/Object;)I", c).bytes();
            Probe.kind(label + " " + version, () -> new Loader(StoresInTry.class.getClassLoader()).add("Stores", file).loadClass("Stores").getMethod("m", Object.class).invoke(null, argument));
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < NAMES.length; i++) {
            int value = VALUES[i], store = 0x36 + i, shortStore = 0x3c + 4 * i;
            attempt(NAMES[i] + "_1", "x", c -> c.op(value, shortStore));
            attempt(NAMES[i] + " 1", "x", c -> c.op(value, store, 1));
            attempt("wide " + NAMES[i] + " 1", "x", c -> c.op(value, 0xc4, store, 0, 1));
            attempt(NAMES[i] + " and another", "x", c -> c.op(value, shortStore, 0x00));
        }
        attempt("lstore_0", "x", c -> c.op(0x09, 0x3f));
        for (String argument : new String[] {"x", null}) attempt("what is stored throws for " + argument, argument, c -> c.op(0x2a).call(0xb6, "java/lang/Object", "hashCode", "()I").op(0x3c));
        attempt("iinc", "x", c -> c.op(0x03, 0x3d, 0x84, 2, 1));
        attempt("wrong before", "x", c -> c.op(0x03, 0x3c, 0x03, 0x3c));
    }
}
