import other.Assembler;
import other.Assembler.Code;
import other.Out;

/** Old class files without stack maps, where types must be inferred over branches, loops, handlers and switches: common
 * superclasses, interfaces, arrays, null, values dead on one way, slots used for another type again. */
public class InferredTypes {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static final String OBJECT = "(Ljava/lang/Object;)V";

    public static void main(String[] arguments) throws Throwable {
        Assembler a = new Assembler("Inferred", "java/lang/Object").version(48);
        String list = "java/util/ArrayList", linked = "java/util/LinkedList", set = "java/util/HashSet";
        // The common superclass of ArrayList and LinkedList is AbstractList; its method is called
        Code c = a.code(4, 4);
        c.op(0x1a).jump(0x99, "else").op(0xbb, 0, a.type(list), 0x59).call(0xb7, list, "<init>", "()V").op(0x4c).jump(0xa7, "join").label("else").op(0xbb, 0, a.type(linked), 0x59).call(0xb7, linked, "<init>", "()V").op(0x4c).label("join");
        c.op(0x2b).load(a.string("x")).call(0xb6, "java/util/AbstractList", "add", "(Ljava/lang/Object;)Z").op(0x57, 0x2b).print(OBJECT).op(0xb1);
        a.addMethod(STATIC, "lists", "(I)V", c);
        // ... of ArrayList and HashSet AbstractCollection; through the interface Object will do
        c = a.code(4, 4);
        c.op(0x1a).jump(0x99, "else").op(0xbb, 0, a.type(list), 0x59).call(0xb7, list, "<init>", "()V").op(0x4c).jump(0xa7, "join").label("else").op(0xbb, 0, a.type(set), 0x59).call(0xb7, set, "<init>", "()V").op(0x4c).label("join");
        c.op(0x2b).callInterface("java/util/Collection", "size", "()I", 1).print("(I)V").op(0x2b).call(0xb6, "java/util/AbstractCollection", "toString", "()Ljava/lang/String;").print(OBJECT).op(0xb1);
        a.addMethod(STATIC, "collections", "(I)V", c);
        // Arrays: String[] and Integer[] meet in Object[]; int[] and String[] in Object; null with anything
        c = a.code(4, 4);
        c.op(0x1a).jump(0x99, "else").op(0x05, 0xbd, 0, a.type("java/lang/String"), 0x4c).jump(0xa7, "join").label("else").op(0x06, 0xbd, 0, a.type("java/lang/Integer"), 0x4c).label("join").op(0x2b, 0xbe).print("(I)V").op(0x2b, 0x03, 0x32).print(OBJECT).op(0xb1);
        a.addMethod(STATIC, "arrays", "(I)V", c);
        c = a.code(4, 4);
        c.op(0x1a).jump(0x99, "else").op(0x05, 0xbc, 10, 0x4c).jump(0xa7, "join").label("else").op(0x01, 0x4c).label("join").op(0x2b).jump(0xc6, "none").op(0x2b, 0xbe).print("(I)V").label("none").op(0x2b, 0xc1, 0, a.type("[I")).print("(I)V").op(0xb1);
        a.addMethod(STATIC, "orNull", "(I)V", c);
        // A slot that is int on one way and float on the other, dead where they meet, then a long
        c = a.code(4, 5);
        c.op(0x1a).jump(0x99, "else").op(0x08, 0x3c).op(0x1b).print("(I)V").jump(0xa7, "join").label("else").op(0x0d, 0x44).op(0x23).print("(F)V").label("join").op(0x0a, 0x40, 0x1f).print("(J)V").load(a.string("s")).op(0x4c, 0x2b).print(OBJECT).op(0xb1);
        a.addMethod(STATIC, "slots", "(I)V", c);
        // A loop in which a local's type goes from String over Integer to Object
        c = a.code(4, 4);
        c.load(a.string("first")).op(0x4c).label("loop").op(0x2b).print(OBJECT).op(0x1a).call(0xb8, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;").op(0x4c, 0x84, 0, 255, 0x1a).jump(0x9d, "loop").op(0x2b).call(0xb6, "java/lang/Object", "toString", "()Ljava/lang/String;").print(OBJECT).op(0xb1);
        a.addMethod(STATIC, "loop", "(I)V", c);
        // Handlers see the locals as they may be at any instruction of the range: int before, set again within
        c = a.code(4, 4);
        c.op(0x03, 0x3c).label("from").op(0x04, 0x3c, 0x10, 12, 0x1a, 0x6c, 0x3d, 0x05, 0x3c).label("to").op(0x1c).print("(I)V").jump(0xa7, "out").label("catch").op(0x57, 0x1b).print("(I)V").label("out").op(0x1b).print("(I)V").op(0xb1).handler("from", "to", "catch", null);
        a.addMethod(STATIC, "handler", "(I)V", c);
        // Different exceptions in one handler
        c = a.code(4, 4);
        c.label("from").op(0x10, 12, 0x1a, 0x6c, 0x57).label("middle").op(0x1a, 0xbc, 10, 0x05, 0x2e, 0x57).label("to").op(0x10, 7).print("(I)V").op(0xb1).label("catch").op(0x59).call(0xb6, "java/lang/RuntimeException", "getMessage", "()Ljava/lang/String;").print(OBJECT).op(0x57, 0xb1).handler("from", "middle", "catch", "java/lang/ArithmeticException").handler("middle", "to", "catch", "java/lang/RuntimeException");
        a.addMethod(STATIC, "handlers", "(I)V", c);
        // Values of several types on the stack over a branch
        c = a.code(8, 4);
        c.op(0x0a, 0x0d).load(a.string("top")).op(0x1a).jump(0x99, "else").op(0x57).load(a.string("then")).jump(0xa7, "join").label("else").op(0x57, 0x01).label("join").print(OBJECT).print("(F)V").print("(J)V").op(0xb1);
        a.addMethod(STATIC, "stack", "(I)V", c);
        // A switch whose cases leave different types, and one falling into another
        c = a.code(4, 4);
        c.op(0x1a).table(0, "other", "zero", "one", "two").label("zero").load(a.string("zero")).op(0x4c).jump(0xa7, "out").label("one").op(0x01, 0x4c).jump(0xa7, "out").label("two").op(0x84, 0, 5).label("other").op(0x1a, 0x85).call(0xb8, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;").op(0x4c).label("out").op(0x2b).print(OBJECT).op(0xb1);
        a.addMethod(STATIC, "cases", "(I)V", c);
        // An interface's variable holds any object, old verifiers let it pass; the call finds out
        c = a.code(4, 4);
        c.op(0x1a).jump(0x99, "else").load(a.string("text")).op(0x4c).jump(0xa7, "join").label("else").op(0x1a).call(0xb8, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;").op(0x4c).label("join").op(0x2b).load(a.string("text")).callInterface("java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I", 2).print("(I)V").op(0xb1);
        a.addMethod(STATIC, "faces", "(I)V", c);
        Class<?> type = a.load();
        for (String name : new String[] {"lists", "collections", "arrays", "orNull", "slots", "loop", "handler", "handlers", "stack", "cases", "faces"}) {
            for (int x : new int[] {0, 1, 2, 3}) {
                if (name.equals("loop") && x == 0) continue;
                try {
                    type.getMethod(name, int.class).invoke(null, x);
                    System.out.println(name + " " + x + ": " + Out.take());
                } catch (java.lang.reflect.InvocationTargetException e) {
                    System.out.println(name + " " + x + ": " + Out.take() + e.getCause().getClass());
                }
            }
        }
    }
}
