import other.Assembler;
import other.Assembler.Code;
import other.Out;

/** jsr and ret of old class files: called from several places, nested, with values alive across, left by a jump and by
 * an exception, and in loops. */
public class Subroutines {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;

    /** javac's old form of finally: the subroutine is called on the normal way and from the handler of everything. */
    private static void finallyForm(Assembler a) {
        Code c = a.code(3, 6);
        c.label("start").op(0x1a, 0x1b, 0x6c, 0x3d);                    // c = a / b
        c.label("end").jump(0xa8, "sub").op(0x1c, 0xac);                // jsr; return c
        c.label("any").op(0x3a, 3).jump(0xa8, "sub").op(0x19, 3, 0xbf); // store, jsr, throw again
        c.label("sub").op(0x3a, 4).op(0x10, 77).print("(I)V").op(0xa9, 4);
        c.handler("start", "end", "any", null);
        a.addMethod(STATIC, "divide", "(II)I", c);
    }

    /** One subroutine, three callers, other values on each way; locals it does not touch keep their types, long, float
     * and reference. */
    private static void threeCallers(Assembler a) {
        Code c = a.code(4, 10);
        c.op(0x04, 0x36, 0).load2(a.number(1L << 40)).op(0x37, 1).op(0x0d, 0x38, 3).load(a.string("text")).op(0x3a, 4);
        c.jump(0xa8, "sub").op(0x15, 0).print("(I)V");
        c.op(0x10, 10, 0x36, 0).jump(0xa8, "sub").op(0x16, 1).print("(J)V");
        c.op(0x10, 20, 0x36, 0).jump(0xa8, "sub").op(0x17, 3).print("(F)V").op(0x19, 4).print("(Ljava/lang/Object;)V").op(0xb1);
        c.label("sub").op(0x3a, 5).op(0x84, 0, 1).op(0x16, 1).op(0x15, 0, 0x85, 0x61, 0x37, 1).op(0xa9, 5);
        a.addMethod(STATIC, "three", "()V", c);
    }

    /** A subroutine that calls another, and is called again in a loop. */
    private static void nested(Assembler a) {
        Code c = a.code(3, 6);
        c.op(0x03, 0x3b).label("loop").op(0x1a, 0x10, 3).jump(0xa2, "out").jump(0xa8, "outer").op(0x84, 0, 1).jump(0xa7, "loop");
        c.label("out").op(0xb1);
        c.label("outer").op(0x3a, 1).op(0x1a, 0x05, 0x68).print("(I)V").jump(0xa8, "inner").op(0x1a, 0x06, 0x68).print("(I)V").jump(0xa8, "inner").op(0xa9, 1);
        c.label("inner").op(0x3a, 2).op(0x02).print("(I)V").op(0xa9, 2);
        a.addMethod(STATIC, "nested", "()V", c);
    }

    /** Left by a jump instead of ret: the loop goes on, the return address is forgotten. */
    private static void leftByJump(Assembler a) {
        Code c = a.code(3, 4);
        c.op(0x03, 0x3b).label("loop").jump(0xa8, "sub").op(0x10, 99).print("(I)V").jump(0xa7, "next");
        c.label("sub").op(0x4c).op(0x1a).print("(I)V").op(0x1a, 0x05).jump(0xa0, "back").op(0x10, 55).print("(I)V").jump(0xa7, "next").label("back").op(0xa9, 1);
        c.label("next").op(0x84, 0, 1).op(0x1a, 0x10, 4).jump(0xa1, "loop").op(0xb1);
        a.addMethod(STATIC, "left", "()V", c);
    }

    /** With values on the stack below the return address, and jsr_w, and a wide ret. */
    private static void stackBelow(Assembler a) {
        Code c = a.code(6, 300);
        c.op(0x10, 40).load2(a.number(2L)).wideJump(0xc9, "sub").op(0x88, 0x60).print("(I)V");
        c.op(0x10, 50).load2(a.number(3L)).wideJump(0xc9, "sub").op(0x88, 0x64).print("(I)V").op(0xb1);
        c.label("sub").op(0xc4, 0x3a).op(1, 4).op(0x5c, 0x61).op(0xc4, 0xa9, 1, 4);
        a.addMethod(STATIC, "below", "()V", c);
    }

    /** An exception inside the subroutine; one return inside it as well. */
    private static void thrown(Assembler a) {
        Code c = a.code(3, 4);
        c.label("from").jump(0xa8, "sub").op(0x10, 11, 0xac);
        c.label("sub").op(0x4c).op(0x1a).jump(0x9b, "negative").op(0x04, 0x1a, 0x6c, 0x57).op(0xa9, 1).label("negative").op(0x10, 12, 0xac);
        c.label("to").op(0x57, 0x10, 13, 0xac);
        c.handler("from", "to", "to", "java/lang/ArithmeticException");
        a.addMethod(STATIC, "thrown", "(I)I", c);
    }

    /** A reference that only one of two callers has in a local: unusable afterwards there, used here. */
    private static void merged(Assembler a) {
        Code c = a.code(3, 5);
        c.load(a.string("one")).op(0x4c).jump(0xa8, "sub").op(0x2b).print("(Ljava/lang/Object;)V");
        c.op(0x08, 0x3c).jump(0xa8, "sub").op(0x1b).print("(I)V").op(0xb1);
        c.label("sub").op(0x4d).op(0x10, 70).print("(I)V").call(0xb8, "java/lang/System", "gc", "()V").op(0xa9, 2);
        a.addMethod(STATIC, "merged", "()V", c);
    }

    public static void main(String[] arguments) throws Throwable {
        for (int version : new int[] {45, 46, 48, 49}) {
            Assembler a = new Assembler("Assembled" + version, "java/lang/Object").version(version);
            if (version == 45) a.minor = 3;
            finallyForm(a);
            threeCallers(a);
            nested(a);
            leftByJump(a);
            stackBelow(a);
            thrown(a);
            merged(a);
            Class<?> type = a.load();
            for (int by : new int[] {3, 0}) {
                try {
                    System.out.print(type.getMethod("divide", int.class, int.class).invoke(null, 12, by) + " ");
                } catch (java.lang.reflect.InvocationTargetException e) {
                    System.out.print(e.getCause() + " ");
                }
                System.out.println(Out.take());
            }
            for (String name : new String[] {"three", "nested", "left", "below", "merged"}) {
                Assembler.call(type, name);
                System.out.println(name + ": " + Out.take());
            }
            for (int x : new int[] {1, 0, -1}) System.out.print(type.getMethod("thrown", int.class).invoke(null, x) + " ");
            System.out.println();
        }
        Assembler late = new Assembler("Late", "java/lang/Object").version(51);
        nested(late);
        try {
            Assembler.call(late.load(), "nested");
        } catch (VerifyError | ClassFormatError e) {
            System.out.println(e.getClass());
        }
    }
}
