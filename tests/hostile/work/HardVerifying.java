import other.Assembler;
import other.Assembler.Code;

/** Methods that are hard to verify or to translate: many locals of many types that meet at many places, backward in a
 * row, under old rules; long chains of loops in loops; everything live over calls. */
public class HardVerifying {
    public static void main(String[] arguments) throws Throwable {
        Attack.ticking("types that meet one by one", () -> {
            Assembler a = new Assembler("A", "java/lang/Object").version(48);
            Code c = a.code(2, 300);
            for (int i = 1; i < 256; i++) c.op(0x01, 0x3a, i);
            for (int i = 0; i < 200; i++) c.label("l" + i).load(a.string("x")).op(0x3a, i + 1).op(0x19, i + 2, 0x3a, i + 1).op(0x1a).jump(0x99, "l" + i / 2);
            a.addMethod(9, "run", "(I)Ljava/lang/Object;", c.op(0x01, 0xb0));
            System.out.println(a.load().getMethod("run", int.class).invoke(null, 1));
        });
        Attack.ticking("250 locals, 500 jumps back", () -> jumpsBack(250, 500));
        Attack.exhaust("1,000 locals, 2,000 jumps back", () -> jumpsBack(Attack.some(1_000), 2_000));
        Attack.ticking("handlers over everything", () -> {
            Assembler a = new Assembler("A", "java/lang/Object").version(48);
            Code c = a.code(2, 250).label("start");
            for (int i = 1; i < 250; i++) c.op(0x01, 0x3a, i);
            for (int i = 0; i < 500; i++) c.load(a.string("s" + i)).op(0x3a, 1 + i % 249).call(0xb8, "java/lang/Thread", "yield", "()V");
            c.label("end").op(0x01, 0xb0).label("h").op(0x57).op(0x01, 0xb0);
            for (int i = 0; i < 40; i++) c.handler("start", "end", "h", "java/lang/RuntimeException");
            a.addMethod(9, "run", "(I)Ljava/lang/Object;", c);
            System.out.println(a.load().getMethod("run", int.class).invoke(null, 1));
        });
        Attack.ticking("loops in loops", () -> {
            Assembler a = new Assembler("A", "java/lang/Object").version(48);
            Code c = a.code(2, 3);
            int depth = 1500;
            for (int i = 0; i < depth; i++) c.label("l" + i).op(0x84, 0, 1);
            for (int i = depth - 1; i >= 0; i--) c.op(0x1a).jump(0x9e, "l" + i);
            a.addMethod(9, "run", "(I)Ljava/lang/Object;", c.op(0x01, 0xb0));
            System.out.println(a.load().getMethod("run", int.class).invoke(null, 1));
        });
        Attack.ticking("a sum of 15,000", () -> {
            Assembler a = new Assembler("A", "java/lang/Object").version(48);
            Code c = a.code(15_002, 1);
            for (int i = 0; i < 15_000; i++) c.op(0x1a);
            for (int i = 0; i < 14_999; i++) c.op(0x60);
            a.addMethod(9, "run", "(I)I", c.op(0xac));
            System.out.println(a.load().getMethod("run", int.class).invoke(null, 2));
        });
        Attack.ticking("jumps over jumps", () -> {
            Assembler a = new Assembler("A", "java/lang/Object").version(48);
            Code c = a.code(2, 2);
            for (int i = 0; i < 5000; i++) c.label("l" + i).op(0x1a).jump(0x9a, "l" + Math.min(5000, i + 1 + i * 7919 % 97)).op(0x84, 0, 1);
            c.label("l5000");
            a.addMethod(9, "run", "(I)Ljava/lang/Object;", c.op(0x01, 0xb0));
            System.out.println(a.load().getMethod("run", int.class).invoke(null, 0));
        });
    }

    /** Every local may differ at every jump: a value each for the translator. */
    private static void jumpsBack(int locals, int jumps) throws Throwable {
        Assembler a = new Assembler("A", "java/lang/Object").version(48);
        Code c = a.code(2, locals + 1);
        for (int i = 1; i <= locals; i++) c.op(0x01, 0xc4, 0x3a, i >> 8, i & 255);
        for (int i = 0; i < jumps; i++) c.label("l" + i).op(0xc4, 0x19, i % locals + 1 >> 8, i % locals + 1 & 255).op(0x57, 0x1a).jump(0x99, "l" + i);
        a.addMethod(9, "run", "(I)Ljava/lang/Object;", c.op(0x01, 0xb0));
        try {
            a.load().getMethod("run", int.class).invoke(null, 1);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
