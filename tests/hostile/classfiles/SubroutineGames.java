import other.Assembler;
import other.Assembler.Code;

/** jsr and ret as javac never wrote them: return addresses as values, into other subroutines, twice, in circles,
 * nested, merged. */
public class SubroutineGames {
    interface Body { Code write(Assembler a, Code c); }

    private static void attempt(String label, Body body) {
        Attack.kind(label, () -> {
            Assembler a = new Assembler("J", "java/lang/Object").version(48);
            a.addMethod(9, "run", "()Ljava/lang/Object;", body.write(a, a.code(8, 8)));
            System.out.println(label + " gave " + Assembler.call(a.load(), "run"));
        });
    }

    public static void main(String[] arguments) {
        attempt("address returned", (a, c) -> c.jump(0xa8, "s").op(0x01, 0xb0).label("s").op(0xb0));
        attempt("address as an int", (a, c) -> c.jump(0xa8, "s").op(0x01, 0xb0).label("s").op(0x04, 0x60, 0x57, 0x01, 0xb0));
        attempt("address compared", (a, c) -> c.jump(0xa8, "s").op(0x01, 0xb0).label("s").op(0x01).jump(0xa5, "t").label("t").op(0x01, 0xb0));
        attempt("ret of an int", (a, c) -> c.op(0x10, 7, 0x3b, 0xa9, 0));
        attempt("ret of nothing", (a, c) -> c.op(0xa9, 5));
        attempt("ret of a reference", (a, c) -> c.op(0x01, 0x4b, 0xa9, 0));
        attempt("ret twice", (a, c) -> c.jump(0xa8, "s").op(0xa9, 0).label("s").op(0x4b, 0xa9, 0));
        attempt("subroutine that calls itself", (a, c) -> c.label("s").jump(0xa8, "s").op(0x01, 0xb0));
        attempt("subroutine that never returns", (a, c) -> c.jump(0xa8, "s").op(0x01, 0xb0).label("s").op(0x57, 0x01, 0xb0));
        attempt("a return of the outer from the inner", (a, c) -> c.jump(0xa8, "s").op(0x01, 0xb0).label("s").op(0x4b).jump(0xa8, "t").op(0x01, 0xb0).label("t").op(0x4c, 0xa9, 0));
        attempt("address in an array", (a, c) -> c.jump(0xa8, "s").op(0x01, 0xb0).label("s").op(0x4b, 0x04).op2(0xbd, a.type("java/lang/Object")).op(0x03, 0x2a, 0x53, 0x01, 0xb0));
        attempt("address merged with null", (a, c) -> c.op(0x01, 0x4b, 0x04).jump(0x99, "r").jump(0xa8, "s").label("s").op(0x4b).label("r").op(0xa9, 0));
        attempt("address thrown", (a, c) -> c.jump(0xa8, "s").op(0x01, 0xb0).label("s").op(0xbf));
        attempt("wrong type behind", (a, c) -> c.op(0x04, 0x3c).jump(0xa8, "s").op(0x2b, 0xb0).label("s").op(0x4b, 0xa9, 0));
        attempt("a local that one of two callers has", (a, c) -> c.jump(0xa8, "s").op(0x01, 0x4c).jump(0xa8, "s").op(0x2b, 0xb0).label("s").op(0x4b, 0xa9, 0));
        attempt("two nested", (a, c) -> c.jump(0xa8, "s").op(0x01, 0xb0).label("s").op(0x4b).jump(0xa8, "t").op(0xa9, 0).label("t").op(0x4c, 0xa9, 1));
        attempt("wide", (a, c) -> c.wideJump(0xc9, "s").op(0x01, 0xb0).label("s").op(0xc4, 0x3a, 0, 7, 0xc4, 0xa9, 0, 7));
        attempt("a local that the inner one wrote and both have forgotten", (a, c) -> c.op(0x03, 0x3b).jump(0xa8, "s").load(a.string("text")).op(0x3a, 5).jump(0xa8, "s").op(0x19, 5, 0xb0)
            .label("s").op(0x4c).jump(0xa8, "t").op(0xa9, 1).label("t").op(0x4d, 0x1a).jump(0x9a, "u").op(0x10, 42, 0x36, 5).label("u").op(0xa9, 2));
        for (int depth : new int[] {5, 14}) {
            attempt(depth + " nested, each called twice", (a, c) -> {
                c.jump(0xa8, "s0").op(0x01, 0xb0);
                for (int i = 0; i < depth; i++) {
                    c.label("s" + i).op(0x3a, i % 8);
                    if (i + 1 < depth && i < 7) c.jump(0xa8, "s" + (i + 1)).jump(0xa8, "s" + (i + 1));
                    c.op(0xa9, i % 8);
                }
                return c;
            });
        }
        for (int depth : new int[] {200, 400}) nested(depth);
    }

    /** Subroutines within each other, each with its own return address in a local, each adding 1 to local 0. */
    private static void nested(int depth) {
        Attack.kind(depth + " nested", () -> {
            Assembler a = new Assembler("N", "java/lang/Object").version(48);
            Code c = a.code(4, depth + 1).op(0x03, 0x3b).jump(0xa8, "s1").op(0x1a, 0xac);
            for (int i = 1; i <= depth; i++) {
                c.label("s" + i).op(0xc4, 0x3a, i >> 8, i & 255, 0x84, 0, 1);
                if (i < depth) c.jump(0xa8, "s" + (i + 1));
                c.op(0xc4, 0xa9, i >> 8, i & 255);
            }
            a.addMethod(9, "run", "()I", c);
            System.out.println(depth + " nested gave " + Assembler.call(a.load(), "run"));
        });
    }
}
