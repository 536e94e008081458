import other.Assembler;
import other.Assembler.Bytes;
import other.Assembler.Code;

/** Code that is not what its stack maps say, and code that no map could make right: integers for references, references
 * for integers, halves of longs, stacks too deep, jumps into instructions. */
public class WrongFrames {
    private static final int STATIC = 9;

    interface Body { Code write(Assembler a, Code c); }

    private static void attempt(String label, int major, int stack, int locals, String descriptor, Body body) {
        Attack.kind(label + " " + major, () -> {
            Assembler a = new Assembler("W", "java/lang/Object").version(major).addConstructor();
            a.addMethod(STATIC, "run", descriptor, body.write(a, a.code(stack, locals)));
            a.load().getDeclaredConstructor().newInstance();
        });
    }

    private static Bytes frame() { return new Bytes(); }

    public static void main(String[] arguments) {
        for (int major : new int[] {49, 52}) {
            attempt("int as a reference", major, 2, 0, "()Ljava/lang/Object;", (a, c) -> c.op(0x04, 0xb0));
            attempt("reference as int", major, 2, 0, "()I", (a, c) -> c.op(0x01, 0xac));
            attempt("array length of an int", major, 2, 0, "()I", (a, c) -> c.op(0x04, 0xbe, 0xac));
            attempt("half a long", major, 4, 0, "()I", (a, c) -> c.op(0x09, 0x57, 0xac));
            attempt("local never set", major, 2, 2, "()I", (a, c) -> c.op(0x1b, 0xac));
            attempt("local beyond", major, 2, 1, "()I", (a, c) -> c.op(0x04, 0x3c, 0x1b, 0xac));
            attempt("overflow", major, 1, 0, "()I", (a, c) -> c.op(0x04, 0x04, 0x60, 0xac));
            attempt("underflow", major, 1, 0, "()I", (a, c) -> c.op(0x60, 0xac));
            attempt("falls off", major, 1, 0, "()I", (a, c) -> c.op(0x04));
            attempt("jump into an instruction", major, 2, 0, "()I", (a, c) -> c.op(0xa7, 0, 4, 0x11, 0, 0, 0xac));
            attempt("jump out", major, 2, 0, "()I", (a, c) -> c.op(0xa7, 0x70, 0, 0x04, 0xac));
            attempt("jump before", major, 2, 0, "()I", (a, c) -> c.op(0xa7, 0x80, 0, 0x04, 0xac));
            attempt("no such instruction", major, 2, 0, "()I", (a, c) -> c.op(0xcb, 0x04, 0xac));
            attempt("breakpoint", major, 2, 0, "()I", (a, c) -> c.op(0xca, 0x04, 0xac));
            attempt("impdep1", major, 2, 0, "()I", (a, c) -> c.op(0xfe, 0x04, 0xac));
            attempt("wide nothing", major, 2, 0, "()I", (a, c) -> c.op(0xc4, 0x00, 0x04, 0xac));
            attempt("invokeinterface's zero", major, 2, 1, "()I", (a, c) -> c.op(0x01).op2(0xb9, a.interfaceMethod("java/util/List", "size", "()I")).op(1, 9).op(0xac));
            attempt("invokedynamic of nothing", major, 2, 1, "()I", (a, c) -> c.op(0xba, 0, 1, 0, 0).op(0xac));
            attempt("array of wrong kind", major, 2, 1, "()I", (a, c) -> c.op(0x04, 0xbc, 3, 0xbe, 0xac));
            attempt("array of 256", major, 2, 1, "()V", (a, c) -> c.op(0x04).op2(0xc5, a.type("[".repeat(256) + "I")).op(1, 0x57, 0xb1));
            attempt("array of no dimension", major, 2, 1, "()V", (a, c) -> c.op2(0xc5, a.type("[I")).op(0, 0x57, 0xb1));
            attempt("array of 255 of 255", major, 2, 1, "()V", (a, c) -> c.op(0x04).op2(0xbd, a.type("[".repeat(255) + "I")).op(0x57, 0xb1));
            attempt("new of an array", major, 2, 1, "()V", (a, c) -> c.op2(0xbb, a.type("[I")).op(0x57, 0xb1));
            attempt("ldc of a long", major, 2, 1, "()V", (a, c) -> c.load(a.number(5L)).op(0x57, 0xb1));
            attempt("ldc2 of an int", major, 2, 1, "()V", (a, c) -> c.load2(a.number(5)).op(0x58, 0xb1));
            attempt("ldc of text", major, 2, 1, "()V", (a, c) -> c.load(a.utf("text")).op(0x57, 0xb1));
            attempt("field of wrong type", major, 2, 1, "()I", (a, c) -> c.access(0xb2, "java/lang/System", "out", "Ljava/io/PrintStream;").op(0xac));
            attempt("receiver of another class", major, 2, 1, "()I", (a, c) -> c.load(a.string("x")).call(0xb6, "java/lang/Thread", "getPriority", "()I").op(0xac));
            attempt("string as a list", major, 2, 1, "()V", (a, c) -> c.load(a.string("x")).access(0xb4, "java/lang/Thread", "eetop", "J").op(0x58, 0xb1));
            attempt("throw of an object", major, 2, 1, "(Ljava/lang/Object;)V", (a, c) -> c.op(0x2a, 0xbf));
            attempt("handler that catches no throwable", major, 2, 1, "()V", (a, c) -> c.label("a").op(0x00).label("b").op(0xb1).label("h").op(0x57, 0xb1).handler("a", "b", "h", "java/lang/String"));
            attempt("handler outside", major, 2, 1, "()V", (a, c) -> c.label("a").op(0xb1).label("h").handler("a", "h", "h", null));
            attempt("handler turned round", major, 2, 1, "()V", (a, c) -> c.label("a").op(0x00).label("b").op(0xb1).handler("b", "a", "a", null));
        }
        attempt("no frame where one must be", 52, 2, 1, "(I)I", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x04, 0xac).label("x").op(0x05, 0xac));
        attempt("frame says int for a reference", 52, 2, 2, "(I)I", (a, c) -> c.op(0x01, 0x4c, 0x1a).jump(0x99, "x").op(0x04, 0xac).label("x").op(0x1b, 0xac).frames(1, frame().u1(252).u2(8).u1(1).get()));
        attempt("frame says a class it is not", 52, 2, 2, "(I)I", (a, c) -> c.load(a.string("s")).op(0x4c, 0x1a).jump(0x99, "x").op(0x04, 0xac).label("x").op(0x2b).call(0xb6, "java/lang/Thread", "getPriority", "()I").op(0xac).frames(1, frame().u1(252).u2(10).u1(7).u2(a.type("java/lang/Thread")).get()));
        attempt("frame in an instruction", 52, 2, 1, "(I)I", (a, c) -> c.op(0x11, 0, 1, 0xac).frames(1, frame().u1(1).get()));
        attempt("frame beyond the code", 52, 2, 1, "(I)I", (a, c) -> c.op(0x04, 0xac).frames(1, frame().u1(251).u2(999).get()));
        attempt("frames cut off", 52, 2, 1, "(I)I", (a, c) -> c.op(0x04, 0xac).frames(9, frame().u1(255).u2(0).get()));
        attempt("65535 frames that are not there", 52, 2, 1, "(I)I", (a, c) -> c.op(0x04, 0xac).frames(65535, frame().get()));
        attempt("full frame of 65535 locals", 52, 2, 1, "(I)I", (a, c) -> c.op(0x04, 0xac).frames(1, frame().u1(255).u2(0, 65535).get()));
        attempt("uninitialised of nowhere", 52, 2, 2, "(I)I", (a, c) -> c.op(0x01, 0x4c, 0x1a).jump(0x99, "x").op(0x04, 0xac).label("x").op(0x04, 0xac).frames(1, frame().u1(252).u2(8).u1(8).u2(3).get()));
        attempt("chop of what is not there", 52, 2, 1, "(I)I", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x04, 0xac).label("x").op(0x05, 0xac).frames(1, frame().u1(248).u2(6).get()));
        attempt("reserved frame", 52, 2, 1, "(I)I", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x04, 0xac).label("x").op(0x05, 0xac).frames(1, frame().u1(200).get()));
        attempt("jsr in a new file", 52, 2, 1, "()I", (a, c) -> c.jump(0xa8, "s").op(0x04, 0xac).label("s").op(0x4b, 0xa9, 0));
    }
}
