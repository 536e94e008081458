import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** What compilers do not write but verifiers let pass: values too large for boolean, byte, char and short fields,
 * arrays, arguments and results; unbalanced monitors; multianewarray of one dimension; nop, dead code, odd casts. */
public class OddInstructions {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static Assembler a;
    private static int number;

    private static Code start() { return a.code(8, 8); }
    private static void end(Code code) { a.addMethod(STATIC, "m" + number++, "()V", code.op(0xb1)); }

    public static void main(String[] arguments) throws Throwable {
        a = new Assembler("Odd", "java/lang/Object").addConstructor();
        String[] kinds = {"Z", "B", "C", "S"};
        int[] large = {a.number(2), a.number(3), a.number(0x12345), a.number(-1), a.number(0x180), a.number(256)};
        for (String kind : kinds) {
            a.addField(STATIC, "s" + kind, kind).addField(Assembler.PUBLIC, "f" + kind, kind);
            a.addMethod(STATIC, "r" + kind, "(I)" + kind, a.code(1, 1).op(0x1a, 0xac));
            a.addMethod(STATIC, "a" + kind, "(" + kind + ")I", a.code(1, 1).op(0x1a, 0xac));
        }
        for (int value : large) {
            for (int k = 0; k < kinds.length; k++) {
                String kind = kinds[k];
                int store = new int[] {0x54, 0x54, 0x55, 0x56}[k], load = new int[] {0x33, 0x33, 0x34, 0x35}[k], code = new int[] {4, 8, 5, 9}[k];
                Code c = start().load(value).access(0xb3, "Odd", "s" + kind, kind).access(0xb2, "Odd", "s" + kind, kind).print("(I)V");
                c.op(0xbb).op(0, a.type("Odd")).op(0x59).call(0xb7, "Odd", "<init>", "()V").op(0x59).load(value).access(0xb5, "Odd", "f" + kind, kind).access(0xb4, "Odd", "f" + kind, kind).print("(I)V");
                c.op(0x06, 0xbc, code, 0x59, 0x04).load(value).op(store).op(0x04, load).print("(I)V");
                c.load(value).call(0xb8, "Odd", "r" + kind, "(I)" + kind).print("(I)V");
                end(c);
            }
        }
        end(start().op(0x06, 0xc5).op(0, a.type("[I"), 1).op(0xbe).print("(I)V"));
        end(start().op(0x06, 0x05, 0xc5).op(0, a.type("[[[J"), 2).op(0x59, 0x04, 0x32, 0xbe).print("(I)V").op(0x03, 0x32, 0xc0).op(0, a.type("[[J")).op(0x03, 0x32).print("(Ljava/lang/Object;)V"));
        end(start().op(0x02, 0xc5).op(0, a.type("[I"), 1).op(0xbe).print("(I)V"));
        end(start().op(0x06, 0x03, 0x02, 0xc5).op(0, a.type("[[[I"), 3).op(0xbe).print("(I)V"));
        end(start().op(0x03, 0xbd).op(0, a.type("[[Ljava/lang/String;")).call(0xb6, "java/lang/Object", "getClass", "()Ljava/lang/Class;").print("(Ljava/lang/Object;)V"));
        end(start().op(0x00, 0x00, 0x04, 0x00).print("(I)V").op(0x00));
        end(start().op(0x01, 0xc0).op(0, a.type("Nowhere")).print("(Ljava/lang/Object;)V").op(0x01, 0xc1).op(0, a.type("Nowhere")).print("(I)V"));
        end(start().op(0x01, 0xbf));
        end(start().op(0x01, 0xbe).print("(I)V"));
        end(start().op(0x01, 0xc2));
        end(start().op(0x01, 0xc3));
        end(start().load(a.string("lock")).op(0xc3));
        end(start().load(a.string("lock")).op(0x59, 0xc2, 0xc3).op(0x08).print("(I)V"));
        end(start().load(a.string("lock")).op(0x59, 0xc2, 0x59, 0xc2, 0x59, 0xc3, 0xc3).op(0x08).print("(I)V"));
        end(start().load(a.string("lock")).op(0x4b).op(0x2a, 0xc2).op(0x2a, 0xc3).op(0x2a, 0xc3));
        // Dead code after a return needs no frame in an old class; a jump over it, a jump to the next instruction, a
        // jump to itself never taken
        end(start().jump(0xa7, "on").op(0xbf).op(0x57, 0x57, 0x57).label("on").op(0x04).print("(I)V"));
        end(start().jump(0xa7, "next").label("next").op(0x05).print("(I)V"));
        end(start().op(0x03).label("self").op(0x57, 0x04).op(0x59).jump(0x99, "self").print("(I)V"));
        end(start().op(0x04, 0x04).jump(0x9f, "same").label("same").op(0x06).print("(I)V"));
        // An exception's handler that is inside of what it guards, and one that covers itself: only once, because it
        // ends
        Code c = start();
        end(c.op(0x06, 0x3b).label("from").op(0x84, 0, 255).op(0x1a).print("(I)V").op(0x1a).jump(0x9e, "out").op(0x04, 0x03, 0x6c, 0x57).jump(0xa7, "out").label("catch").op(0x57).jump(0xa7, "from").label("out").op(0x10, 9).print("(I)V").label("end").handler("from", "end", "catch", "java/lang/ArithmeticException"));
        // float comparisons with both treatments of NaN
        int nan = a.number(Float.NaN), wideNan = a.number(Double.NaN);
        end(start().load(nan).op(0x0c, 0x95).print("(I)V").load(nan).op(0x0c, 0x96).print("(I)V").op(0x0c).load(nan).op(0x95).print("(I)V").op(0x0c).load(nan).op(0x96).print("(I)V"));
        end(start().load2(wideNan).op(0x0f, 0x97).print("(I)V").load2(wideNan).op(0x0f, 0x98).print("(I)V").op(0x0f).load2(wideNan).op(0x97).print("(I)V").op(0x0f, 0x0e, 0x98).print("(I)V").op(0x0e, 0x0f, 0x97).print("(I)V").op(0x0e, 0x0e, 0x97).print("(I)V"));
        end(start().op(0x0b).load(nan).op(0x95).jump(0x9c, "ge").op(0x04).print("(I)V").label("ge").op(0x0b).load(nan).op(0x96).jump(0x9c, "ge2").op(0x05).print("(I)V").label("ge2").op(0x06).print("(I)V"));
        // an int as boolean in a condition, a long compared as value
        end(start().op(0x09, 0x0a, 0x94).print("(I)V").op(0x0a, 0x09, 0x94).print("(I)V").op(0x0a, 0x0a, 0x94, 0x74).print("(I)V").op(0x0a, 0x09, 0x94, 0x0a, 0x09, 0x94, 0x60).print("(I)V"));
        Class<?> type = new Loader(OddInstructions.class.getClassLoader()).add(a).loadClass("Odd");
        for (int i = 0; i < number; i++) {
            String name = "m" + i;
            Probe.attempt(name, () -> Assembler.call(type, name));
        }
    }
}
