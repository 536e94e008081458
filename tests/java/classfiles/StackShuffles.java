import other.Assembler;
import other.Assembler.Code;
import other.Out;

/** All instructions that only move values on the stack, in all their forms, the ones that no compiler emits as well,
 * with int, long, float, double and references. */
public class StackShuffles {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static final String OBJECT = "(Ljava/lang/Object;)V";
    private static Assembler a;
    private static int number;

    private static Code start() { return a.code(20, 8); }
    private static void end(Code code) { a.addMethod(STATIC, "m" + number++, "()V", code.op(0xb1)); }
    private static Code prints(Code code, String... descriptors) {
        for (String descriptor : descriptors) code.print(descriptor);
        return code;
    }

    public static void main(String[] arguments) throws Throwable {
        a = new Assembler("Shuffles", "java/lang/Object");
        int one = a.number(1L << 33), two = a.number(2.5), text = a.string("text"), other = a.string("other");
        String I = "(I)V", J = "(J)V", D = "(D)V", F = "(F)V", L = OBJECT;
        end(prints(start().op(0x04, 0x59), I, I));                                              // dup
        end(prints(start().load(text).op(0x59), L, L));
        end(prints(start().op(0x04, 0x05, 0x5f), I, I));                                        // swap
        end(prints(start().load(text).op(0x0d, 0x5f), L, F));
        end(prints(start().op(0x04, 0x05, 0x06, 0x57), I, I));                                  // pop
        end(prints(start().op(0x04, 0x05, 0x06, 0x58), I));                                     // pop2, form 1
        end(prints(start().op(0x04).load2(one).op(0x58), I));                                   // pop2, form 2
        end(prints(start().op(0x04, 0x05, 0x5a), I, I, I));                                     // dup_x1
        end(prints(start().load(text).op(0x05, 0x5a), I, L, I));
        end(prints(start().op(0x04, 0x05, 0x06, 0x5b), I, I, I, I));                            // dup_x2, form 1
        end(prints(start().load2(one).op(0x06, 0x5b), I, J, I));                                // dup_x2, form 2
        end(prints(start().load2(two).load(text).op(0x5b), L, D, L));
        end(prints(start().op(0x04, 0x05, 0x5c), I, I, I, I));                                  // dup2, form 1
        end(prints(start().load(text).load(other).op(0x5c), L, L, L, L));
        end(prints(start().load2(one).op(0x5c), J, J));                                         // dup2, form 2
        end(prints(start().load2(two).op(0x5c), D, D));
        end(prints(start().op(0x04, 0x05, 0x06, 0x5d), I, I, I, I, I));                         // dup2_x1, form 1
        end(prints(start().load(text).op(0x0d).load(other).op(0x5d), L, F, L, L, F));
        end(prints(start().op(0x04).load2(one).op(0x5d), J, I, J));                             // dup2_x1, form 2
        end(prints(start().load(text).load2(two).op(0x5d), D, L, D));
        end(prints(start().op(0x04, 0x05, 0x06, 0x07, 0x5e), I, I, I, I, I, I));                // dup2_x2, form 1
        end(prints(start().load(text).op(0x05, 0x0d).load(other).op(0x5e), L, F, I, L, L, F));
        end(prints(start().op(0x04, 0x05).load2(one).op(0x5e), J, I, I, J));                    // dup2_x2, form 2
        end(prints(start().load(text).op(0x0d).load2(two).op(0x5e), D, F, L, D));
        end(prints(start().load2(one).op(0x05, 0x06, 0x5e), I, I, J, I, I));                    // dup2_x2, form 3
        end(prints(start().load2(two).load(text).op(0x0d, 0x5e), F, L, D, F, L));
        end(prints(start().load2(one).load2(two).op(0x5e), D, J, D));                           // dup2_x2, form 4
        end(prints(start().load2(two).load2(two).op(0x5e), D, D, D));
        // Long chains: what was copied is used in arithmetic, over a call, and stored
        end(prints(start().op(0x04, 0x05, 0x06).op(0x5b, 0x60, 0x68, 0x5a, 0x60), I, I));
        end(prints(start().op(0x06, 0x07, 0x5c, 0x57).op(0x08, 0x5b, 0x68, 0x60, 0x5f, 0x64, 0x68).op(0x08, 0x60), I));
        end(prints(start().load2(one).op(0x5c, 0x61, 0x5c, 0x69, 0x5c, 0x37, 2).op(0x16, 2, 0x5e, 0x65, 0x61), J));
        end(prints(start().op(0x06).op(0x59, 0x3c, 0x1b, 0x5a, 0x84, 1, 5, 0x1b, 0x68, 0x60), I, I));
        end(prints(start().op(0x05, 0xbc, 10, 0x59, 0x03, 0x5c, 0x2e, 0x10, 7, 0x60, 0x5b, 0x4f, 0x57, 0x03, 0x2e), I));
        // With nothing else alive, and everything dead
        Code dead = start();
        for (int i = 0; i < 9; i++) dead.op(0x02 + i % 7);
        for (int i = 0; i < 4; i++) dead.op(0x58);
        end(prints(dead, I));
        // A loop that carries values on the stack
        end(prints(start().op(0x03, 0x10, 10).label("loop").op(0x59, 0x3c, 0x60, 0x1b, 0x04, 0x64, 0x59).jump(0x9d, "loop").op(0x57), I));
        end(prints(start().load2(one).op(0x10, 5).label("loop").op(0x3b, 0x5c, 0x61, 0x1a, 0x04, 0x64, 0x59).jump(0x9d, "loop").op(0x57), J));
        Class<?> type = a.load();
        for (int i = 0; i < number; i++) {
            Assembler.call(type, "m" + i);
            System.out.println(i + ": " + Out.take());
        }
    }
}
