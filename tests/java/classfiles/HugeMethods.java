import other.Assembler;
import other.Assembler.Code;
import other.Out;

/** Methods and tables at the limits of the format: 65,535 bytes of code, jumps over all of it, switches with thousands
 * of targets, an operand stack of a thousand values, 60,000 locals, 255 arguments. */
public class HugeMethods {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;

    private static void code(Assembler a) {
        Code c = a.code(4, 3);
        c.op(0x03, 0x3b, 0x03, 0x3c).label("again");
        for (int i = 0; c.at() < 65400; i++) c.op(0x1a, 0x10, i % 100, 0x60, 0x10, i % 7 + 2, 0x82, 0x3b);
        c.op(0x84, 1, 1, 0x1b, 0x06).jump(0xa2, "out").wideJump(0xc8, "again").label("out").op(0x1a).print("(I)V").op(0xb1);
        a.addMethod(STATIC, "code", "()V", c);
    }

    private static void table(Assembler a) {
        Code c = a.code(4, 2);
        String[] targets = new String[5000];
        for (int i = 0; i < targets.length; i++) targets[i] = "t" + i % 300;
        c.op(0x1a).table(-2500, "other", targets);
        for (int i = 0; i < 300; i++) c.label("t" + i).op(0x11, i * 3 >> 8, i * 3 & 255, 0xac);
        c.label("other").op(0x02, 0xac);
        a.addMethod(STATIC, "table", "(I)I", c);
    }

    private static void lookup(Assembler a) {
        Code c = a.code(4, 2);
        Object[] cases = new Object[6000];
        for (int i = 0; i < cases.length; i += 2) {
            cases[i] = (int) (Integer.MIN_VALUE + i / 2 * 1431655L);
            cases[i + 1] = "t" + i / 2 % 200;
        }
        c.op(0x1a).lookup("other", cases);
        for (int i = 0; i < 200; i++) c.label("t" + i).op(0x11, i * 3 >> 8, i * 3 & 255, 0xac);
        c.label("other").op(0x02, 0xac);
        a.addMethod(STATIC, "lookup", "(I)I", c);
    }

    private static void stack(Assembler a) {
        Code c = a.code(4100, 2);
        for (int i = 0; i < 1000; i++) {
            c.op(0x1a, 0x11, i >> 8, i & 255, 0x68, 0x85);
            if (i % 3 == 0) c.op(0x88, 0x87);
        }
        for (int i = 999; i > 0; i--) {
            boolean top = i % 3 == 0, below = (i - 1) % 3 == 0;
            if (top) c.op(0x8f);
            if (below) c.op(0x5c, 0x58).op(0x37, 0).op(0x8f).op(0x16, 0);
            c.op(0x61);
            if (below) c.op(0x8a);
        }
        c.op(0x8f, 0x88, 0xac);
        a.addMethod(STATIC, "stack", "(I)I", c);
    }

    private static void calls(Assembler a) {
        Code c = a.code(2, 255);
        c.op(0x03);
        for (int i = 0; i < 255; i++) c.op(0x15, i, 0x60).op(0x06, 0x68);
        a.addMethod(STATIC, "sum", "(" + "I".repeat(255) + ")I", c.op(0xac));
        Code d = a.code(300, 2);
        for (int i = 0; i < 255; i++) d.op(0x1a, 0x10, i % 100, 0x60);
        a.addMethod(STATIC, "callSum", "(I)I", d.call(0xb8, "Huge", "sum", "(" + "I".repeat(255) + ")I").op(0xac));
        StringBuilder mixed = new StringBuilder();
        Code e = a.code(4, 255), f = a.code(300, 2);
        e.op(0x0e);
        int slot = 0;
        String kinds = "IJFDIIDJFI";
        for (int i = 0; slot + 2 <= 255; i++) {
            char kind = kinds.charAt(i % 10);
            mixed.append(kind);
            f.op(0x1a, 0x10, i % 100, 0x60);
            switch (kind) {
                case 'I': e.op(0x15, slot, 0x87, 0x63); break;
                case 'J': e.op(0x16, slot, 0x8a, 0x63); f.op(0x85); break;
                case 'F': e.op(0x17, slot, 0x8d, 0x63); f.op(0x86); break;
                default: e.op(0x18, slot, 0x63); f.op(0x87); break;
            }
            e.load2(a.number(1.5)).op(0x6b).load2(a.number(65521.0)).op(0x73);
            slot += kind == 'J' || kind == 'D' ? 2 : 1;
        }
        String descriptor = "(" + mixed + ")D";
        a.addMethod(STATIC, "mixed", descriptor, e.op(0xaf));
        a.addMethod(STATIC, "callMixed", "(I)I", f.call(0xb8, "Huge", "mixed", descriptor).op(0x8e, 0xac));
    }

    private static void locals(Assembler a) {
        Code c = a.code(4, 65535);
        int count = 3000;
        for (int i = 0; i < count; i++) c.op(0x1a, 0x11, i >> 8, i & 255, 0x60).op(0xc4, 0x36, i * 20 + 10 >> 8, i * 20 + 10 & 255);
        c.op(0x03);
        for (int i = 0; i < count; i += 2) c.op(0xc4, 0x15, i * 20 + 10 >> 8, i * 20 + 10 & 255).op(0x60);
        a.addMethod(STATIC, "locals", "(I)I", c.op(0xac));
    }

    public static void main(String[] arguments) throws Throwable {
        Assembler a = new Assembler("Huge", "java/lang/Object");
        code(a);
        table(a);
        lookup(a);
        stack(a);
        calls(a);
        locals(a);
        Class<?> type = a.load();
        Assembler.call(type, "code");
        System.out.println(Out.take());
        int[] values = {0, 1, -1, 5, 299, 300, 2499, 2500, -2500, -2501, Integer.MIN_VALUE, Integer.MIN_VALUE + 1431655, Integer.MIN_VALUE + 1431656, Integer.MAX_VALUE, Integer.MIN_VALUE + 2999 * 1431655, 1234567};
        for (String name : new String[] {"table", "lookup", "stack", "callSum", "callMixed", "locals"}) {
            StringBuilder line = new StringBuilder(name);
            for (int value : values) line.append(' ').append(type.getMethod(name, int.class).invoke(null, value));
            System.out.println(line);
        }
    }
}
