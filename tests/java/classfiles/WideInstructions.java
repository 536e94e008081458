import other.Assembler;
import other.Assembler.Code;
import other.Out;

/** wide forms of loads, stores and iinc, at low and high indices, goto_w forward and backward, ldc and ldc_w beyond 256
 * constants, long increments. */
public class WideInstructions {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static Code wide(Code code, int opcode, int index) { return code.op(0xc4, opcode, index >> 8, index & 255); }
    private static Code increase(Code code, int index, int by) { return code.op(0xc4, 0x84, index >> 8, index & 255, by >> 8 & 255, by & 255); }

    public static void main(String[] arguments) throws Throwable {
        Assembler a = new Assembler("Wide", "java/lang/Object");
        for (int i = 0; i < 300; i++) a.number(1000000 + i);
        for (int index : new int[] {0, 3, 4, 255, 256, 1000, 65530}) {
            Code c = a.code(8, 65535);
            wide(c.op(0x10, 77), 0x36, index);
            wide(c, 0x15, index).print("(I)V");
            increase(c, index, 32767);
            increase(c, index, -32768);
            increase(c, index, -1);
            increase(c, index, 1000);
            wide(c, 0x15, index).print("(I)V");
            wide(c.load2(a.number(-1L << 40)), 0x37, index);
            wide(c, 0x16, index).print("(J)V");
            wide(c.load(a.number(1.25f)), 0x38, index);
            wide(c, 0x17, index).print("(F)V");
            wide(c.load2(a.number(-0.0)), 0x39, index);
            wide(c, 0x18, index).print("(D)V");
            wide(c.load(a.string("at " + index)), 0x3a, index);
            wide(c, 0x19, index).print("(Ljava/lang/Object;)V");
            a.addMethod(STATIC, "at" + index, "()V", c.op(0xb1));
        }
        Code jumps = a.code(4, 300);
        jumps.op(0x03);
        wide(jumps, 0x36, 299).wideJump(0xc8, "middle").label("back").op(0x10, 1).print("(I)V").wideJump(0xc8, "end");
        jumps.label("middle");
        increase(jumps, 299, 5);
        wide(jumps, 0x15, 299).print("(I)V");
        wide(jumps, 0x15, 299).op(0x10, 20).jump(0xa2, "back").wideJump(0xc8, "middle").label("end").op(0xb1);
        a.addMethod(STATIC, "jumps", "()V", jumps);
        Code constants = a.code(4, 2);
        int far = a.number(123456789), farString = a.string("far"), farFloat = a.number(0.5f), farClass = a.type("java/util/ArrayList");
        constants.op(0x12, a.number(1000000) & 255).print("(I)V").load(far).print("(I)V").load(farString).print("(Ljava/lang/Object;)V").load(farFloat).print("(F)V").load(farClass).print("(Ljava/lang/Object;)V").op(0xb1);
        a.addMethod(STATIC, "constants", "()V", constants);
        System.out.println(a.number(1000000) < 256 && far > 255);
        Class<?> type = a.load();
        for (String name : new String[] {"at0", "at3", "at4", "at255", "at256", "at1000", "at65530", "jumps", "constants"}) {
            Assembler.call(type, name);
            System.out.println(name + ": " + Out.take());
        }
    }
}
