import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;
import other.Assembler.Loader;
import other.Probe;

/** Class files whose parts contradict each other or the format: which of them are rejected, and as what. Not compared:
 * the words of ClassFormatError. */
public class Formats {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC, FACE = Assembler.PUBLIC | Assembler.INTERFACE | Assembler.ABSTRACT;

    private interface Change { void on(Assembler a); }

    private static void attempt(String label, int version, Change change) {
        Assembler a = new Assembler("A", "java/lang/Object").version(version).addConstructor();
        change.on(a);
        byte[] file = a.bytes();
        Probe.kind(label, () -> Class.forName("A", true, new Loader(Formats.class.getClassLoader()).add("A", file)).getSimpleName());
    }

    private static void named(String name, String superName) {
        byte[] file = new Assembler(name, superName).version(52).bytes();
        Probe.kind("class " + name + " of " + superName, () -> new Loader(Formats.class.getClassLoader()).define(null, file).getName());
    }

    public static void main(String[] arguments) {
        attempt("fine", 52, a -> { });
        for (String name : new String[] {"", "a;b", "a/b", "a.b", "a[b", "<a>", "<init>", "<clinit>", "ok", "a b", "\u00e4", "1"}) {
            attempt("field " + name, 52, a -> a.addField(Assembler.PUBLIC, name, "I"));
            attempt("method " + name, 52, a -> a.addMethod(STATIC, name, "()V", a.code(0, 1).op(0xb1)));
            attempt("old field " + name, 48, a -> a.addField(Assembler.PUBLIC, name, "I"));
        }
        for (String descriptor : new String[] {"", "I", "V", "II", "L", "Lx", "Lx;", "L;", "[", "[V", "[[I", "X", "La//b;", "Lb.c;", "()V", "[".repeat(255) + "I", "[".repeat(256) + "I"})
            attempt("field of type " + (descriptor.length() > 100 ? descriptor.length() : descriptor), 52, a -> a.addField(Assembler.PUBLIC, "f", descriptor));
        for (String descriptor : new String[] {"", "()", "()V", "(V)V", "()I", "(I)", "(I", "I)V", "()VV", "(Lx)V", "(Lx;)V", "([)V", "([[J)[I", "(IJ)X", "()L;", "(" + "I".repeat(255) + ")V", "(" + "I".repeat(256) + ")V", "(" + "J".repeat(128) + ")V", "(" + "D".repeat(127) + ")V"})
            attempt("method of type " + (descriptor.length() > 100 ? descriptor.length() : descriptor), 52, a -> a.addMethod(Assembler.PUBLIC | Assembler.NATIVE | Assembler.STATIC, "m", descriptor));
        attempt("instance method of 255", 52, a -> a.addMethod(Assembler.PUBLIC | Assembler.NATIVE, "m", "(" + "I".repeat(255) + ")V"));
        attempt("instance method of 254", 52, a -> a.addMethod(Assembler.PUBLIC | Assembler.NATIVE, "m", "(" + "I".repeat(254) + ")V"));
        for (int flags : new int[] {0, 1, 2, 4, 8, 3, 5, 6, 7, 16 | 64, 128, 256, 0x5000, 0xf000, 1 | 8 | 16})
            attempt("field flags " + flags, 52, a -> a.addField(flags, "f", "I"));
        for (int flags : new int[] {1, 2 | 1, 4 | 1, 4 | 2, 1 | 1024 | 256, 1 | 256, 1 | 1024, 1024 | 2, 1024 | 8, 1024 | 16, 1024 | 32, 1024 | 2048, 1 | 64 | 128 | 4096}) {
            boolean body = (flags & (256 | 1024)) == 0;
            attempt("method flags " + flags, 52, a -> { if (body) a.addMethod(flags, "m", "()V", a.code(0, 1).op(0xb1)); else a.addMethod(flags, "m", "()V"); });
            attempt("old method flags " + flags, 45, a -> { if (body) a.addMethod(flags, "m", "()V", a.code(0, 1).op(0xb1)); else a.addMethod(flags, "m", "()V"); });
        }
        for (int flags : new int[] {0, 1, 32, 16 | 1024, 512, 512 | 1024, 512 | 1024 | 16, 512 | 1024 | 32, 1 | 2, 4096, 8192, 8192 | 512 | 1024, 16384, 0x8000, 0x8000 | 16, 1024})
            attempt("class flags " + flags, 52, a -> a.access(flags));
        attempt("field twice", 52, a -> a.addField(1, "f", "I").addField(1, "f", "I"));
        attempt("field twice, other type", 52, a -> a.addField(1, "f", "I").addField(1, "f", "J"));
        attempt("method twice", 52, a -> a.addMethod(1, "m", "()V", a.code(0, 1).op(0xb1)).addMethod(1, "m", "()V", a.code(0, 1).op(0xb1)));
        attempt("method twice, other result", 52, a -> a.addMethod(1, "m", "()V", a.code(0, 1).op(0xb1)).addMethod(1, "m", "()I", a.code(1, 1).op(3, 0xac)));
        attempt("no code", 52, a -> a.addMethod(1, "m", "()V"));
        attempt("code of abstract", 52, a -> a.access(Assembler.PUBLIC | Assembler.ABSTRACT | Assembler.SUPER).addMethod(1 | 1024, "m", "()V", a.code(0, 1).op(0xb1)));
        attempt("code of native", 52, a -> a.addMethod(1 | 256, "m", "()V", a.code(0, 1).op(0xb1)));
        attempt("two codes", 52, a -> a.addMethod(1, "m", "()V", a.code(0, 1).op(0xb1), a.code(0, 1).op(0xb1)));
        attempt("empty code", 52, a -> a.addMethod(1, "m", "()V", a.code(0, 1)));
        attempt("code too long", 52, a -> a.addMethod(1, "m", "()V", a.code(0, 1).op(new int[65536])));
        attempt("fewer locals than arguments", 52, a -> a.addMethod(1, "m", "(IJ)V", a.code(0, 3).op(0xb1)));
        attempt("abstract in a class that is not", 52, a -> a.addMethod(1 | 1024, "m", "()V"));
        attempt("initialiser with a result", 52, a -> a.addMethod(1, "<init>", "()I", a.code(1, 1).op(3, 0xac)));
        attempt("static initialiser with an argument", 52, a -> a.addMethod(8, "<clinit>", "(I)V", a.code(1, 1).op(0xb1)));
        attempt("static initialiser with an argument, old", 50, a -> a.addMethod(8, "<clinit>", "(I)V", a.code(1, 1).op(0xb1)));
        attempt("static initialiser that is not static", 52, a -> a.addMethod(0, "<clinit>", "()V", a.code(1, 1).op(0xb1)));
        attempt("static constructor", 52, a -> a.addMethod(8, "<init>", "(I)V", a.code(1, 1).op(0xb1)));
        attempt("constant value", 52, a -> a.addField(8, "f", "I", new Attribute("ConstantValue", new Bytes().u2(a.number(5)).get())));
        attempt("constant value of another type", 52, a -> a.addField(8, "f", "I", new Attribute("ConstantValue", new Bytes().u2(a.number(5L)).get())));
        attempt("constant value of a reference", 52, a -> a.addField(8, "f", "Ljava/lang/Object;", new Attribute("ConstantValue", new Bytes().u2(a.string("x")).get())));
        attempt("constant value out of the pool", 52, a -> a.addField(8, "f", "I", new Attribute("ConstantValue", new Bytes().u2(999).get())));
        attempt("constant value too long", 52, a -> a.addField(8, "f", "I", new Attribute("ConstantValue", new Bytes().u2(a.number(5), 0).get())));
        attempt("constant value twice", 52, a -> a.addField(8, "f", "I", new Attribute("ConstantValue", new Bytes().u2(a.number(5)).get()), new Attribute("ConstantValue", new Bytes().u2(a.number(5)).get())));
        attempt("constant value of an instance field", 52, a -> a.addField(1, "f", "I", new Attribute("ConstantValue", new Bytes().u2(a.number(5)).get())));
        attempt("exceptions out of the pool", 52, a -> a.addMethod(1, "m", "()V", a.code(0, 1).op(0xb1), new Attribute("Exceptions", new Bytes().u2(1, 999).get())));
        attempt("exceptions cut", 52, a -> a.addMethod(1, "m", "()V", a.code(0, 1).op(0xb1), new Attribute("Exceptions", new Bytes().u2(2, a.type("x")).get())));
        attempt("unknown attributes", 52, a -> a.addAttribute(new Attribute("Unheard", new byte[5])).addMethod(1, "m", "()V", a.code(0, 1).op(0xb1), new Attribute("Of", new byte[0])));
        attempt("source file out of the pool", 52, a -> a.addAttribute(new Attribute("SourceFile", new Bytes().u2(999).get())));
        attempt("source file twice", 52, a -> a.addAttribute(new Attribute("SourceFile", new Bytes().u2(a.utf("a")).get())).addAttribute(new Attribute("SourceFile", new Bytes().u2(a.utf("a")).get())));
        attempt("bootstrap methods cut", 52, a -> a.addAttribute(new Attribute("BootstrapMethods", new Bytes().u2(1).get())));
        attempt("line numbers beyond the code", 52, a -> a.addMethod(1, "m", "()V", a.code(0, 1).line(1).op(0xb1)));
        attempt("unknown constant", 52, a -> a.constant("odd", 1, new Bytes().u1(2, 0, 0)));
        attempt("unknown constant 99", 52, a -> a.constant("odd", 1, new Bytes().u1(99, 0, 0)));
        attempt("class constant of nothing", 52, a -> a.constant("odd", 1, new Bytes().u1(7).u2(0)));
        attempt("class constant of a number", 52, a -> a.constant("odd", 1, new Bytes().u1(7).u2(a.number(1))));
        attempt("class constant beyond", 52, a -> a.constant("odd", 1, new Bytes().u1(7).u2(9999)));
        attempt("string constant of a class", 52, a -> a.constant("odd", 1, new Bytes().u1(8).u2(a.type("x"))));
        attempt("method constant of a number", 52, a -> a.constant("odd", 1, new Bytes().u1(10).u2(a.number(1), a.number(1))));
        attempt("method constant <init> with a result", 52, a -> a.method("x", "<init>", "()I"));
        attempt("method constant <other>", 52, a -> a.method("x", "<other>", "()V"));
        attempt("field constant of a method's type", 52, a -> a.field("x", "f", "()V"));
        attempt("method constant of a field's type", 52, a -> a.method("x", "f", "I"));
        attempt("handle of kind 0", 52, a -> a.handle(0, a.method("x", "m", "()V")));
        attempt("handle of kind 10", 52, a -> a.handle(10, a.method("x", "m", "()V")));
        attempt("field handle of a method", 52, a -> a.handle(1, a.method("x", "m", "()V")));
        attempt("handle in an old class", 50, a -> a.handle(6, a.method("x", "m", "()V")));
        attempt("dynamic call without bootstrap methods", 52, a -> a.dynamic(18, 3, "m", "()V"));
        attempt("dynamic constant in version 54", 54, a -> a.dynamic(17, 0, "m", "I"));
        attempt("module constant", 53, a -> a.constant("odd", 1, new Bytes().u1(19).u2(a.utf("m"))));
        attempt("bad text", 52, a -> a.constant("odd", 1, new Bytes().u1(1).u2(2).u1(0xc0, 0xff)));
        attempt("text with a zero byte", 52, a -> a.constant("odd", 1, new Bytes().u1(1).u2(1).u1(0)));
        attempt("text cut in a character", 52, a -> a.constant("odd", 1, new Bytes().u1(1).u2(1).u1(0xe4)));
        attempt("interface method private", 52, a -> a.access(FACE).addMethod(2, "m", "()V", a.code(0, 1).op(0xb1)));
        String[] names = {"", "a;b", "a//b", "/a", "a/", "a.b", "[I", "[Lx;", "x", "java/lang/Mine", "java/", "\u00e4/\u00f6", "a[b", "LA;"};
        for (String name : names) named(name, "java/lang/Object");
        for (String name : names) named("X", name);
    }
}
