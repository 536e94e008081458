import other.Assembler;
import other.Assembler.Code;

/**
 * Handlers whose code no one reaches, so that the old verifier never looks at their operand stack: it underflows,
 * overflows, and flows into reached code with another depth. The message of a NullPointerException is made by a walk
 * over the operand stack of all code.
 */
public class UnreachedHandlers {
    interface Body { Code write(Code c); }

    private static void attempt(String label, Body dead) {
        Attack.kind(label, () -> {
            Assembler a = new Assembler("U", "java/lang/Object").version(48);
            Code c = dead.write(a.code(4, 4).jump(0xa7, "live").label("dead")).label("end").label("live").op(0x01, 0xbe, 0x57, 0x01, 0xb0).handler("dead", "end", "dead", null);
            a.addMethod(9, "run", "()Ljava/lang/Object;", c);
            try {
                Assembler.call(a.load(), "run");
            } catch (NullPointerException e) {
                e.getMessage(); // what it says of such code, if anything, is not told
                System.out.println(label + " threw");
            }
        });
    }

    public static void main(String[] arguments) {
        attempt("one value too many popped", c -> c.op(0x57, 0x57, 0x01, 0xb0));
        attempt("many values popped", c -> { for (int i = 0; i < 1000; i++) c.op(0x58); return c.op(0x01, 0xb0); });
        attempt("a swap of one", c -> c.op(0x5f, 0x01, 0xb0));
        attempt("a copy of what is not there", c -> c.op(0x57, 0x5e, 0x01, 0xb0));
        attempt("many values pushed", c -> { for (int i = 0; i < 10000; i++) c.op(0x09); return c.op(0x01, 0xb0); });
        attempt("a loop that pushes", c -> c.label("loop").op(0x09).jump(0xa7, "loop"));
        attempt("into reached code with more", c -> c.op(0x09, 0x09).jump(0xa7, "live"));
        attempt("into reached code with fewer", c -> c.op(0x57).jump(0xa7, "live"));
    }
}
