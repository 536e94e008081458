/** What starts a class's initialisation and what does not, in which order superclasses, interfaces with defaults and
 * nested classes come, and that constants do without it. */
public class ClassOrder {
    static int note(String name) { System.out.print(name + " "); return name.length(); }

    static class Base { static { note("Base"); } static int value = 1; static int plain() { return 2; } int own = note("base-field"); Base() { note("Base()"); } }
    static class Derived extends Base { static { note("Derived"); } static int more = 3; int own2 = note("derived-field"); { note("derived-block"); } Derived() { super(); note("Derived()"); } Derived(int x) { this(); note("Derived(int)"); } }
    static class Constants { static { note("Constants"); } static final int NUMBER = 5; static final String TEXT = "te" + "xt"; static final Integer BOXED = 7; static final int COMPUTED = "abc".length(); static final long SHIFTED = 1L << 40; static final char LETTER = 'x'; }
    interface Quiet { int A = note("Quiet"); int B = 6; int method(); }
    interface Loud { int A = note("Loud"); default void loud() { } }
    interface Louder extends Loud { int A = note("Louder"); default void louder() { } }
    interface Middle extends Loud { int A = note("Middle"); }
    static class Uses implements Quiet, Louder { static { note("Uses"); } public int method() { return 1; } }
    static class UsesMiddle implements Middle { static { note("UsesMiddle"); } }
    static class ArrayOnly { static { note("ArrayOnly"); } }
    static class CastOnly { static { note("CastOnly"); } }
    static class ByName { static { note("ByName"); } static int x; }
    static class ByReflection { static { note("ByReflection"); } static int x = 4; static void m() { } }
    static class ByNew { static { note("ByNew"); } }
    static class ByWrite { static { note("ByWrite"); } static int x; }
    static class Outer { static { note("Outer"); } static class Inner { static { note("Inner"); } static int x = 1; } class NotStatic { int y = note("NotStatic"); } }
    enum Kind { ONE, TWO; static { note("Kind"); } final int n = note("kind-field"); Kind() { note("Kind()"); } }
    static class ByLambda { static { note("ByLambda"); } static int f() { return 1; } ByLambda() { } }
    static class Parameter { static { note("Parameter"); } }
    static class Thrown extends RuntimeException { static { note("Thrown"); } }

    private static int take(Parameter p) { return p == null ? 0 : 1; }
    private static void section(String name) { System.out.println(); System.out.print(name + ": "); }

    public static void main(String[] arguments) throws Exception {
        section("inherited static"); System.out.print(Derived.value + Derived.plain());
        section("own static"); System.out.print(Derived.more);
        section("instance"); new Derived(1);
        section("constants"); System.out.print(Constants.NUMBER + Constants.TEXT + Constants.SHIFTED + Constants.LETTER);
        section("boxed constant"); System.out.print(Constants.BOXED);
        section("interface constant"); System.out.print(Quiet.B);
        section("class with interfaces"); new Uses();
        section("through a middle one"); new UsesMiddle();
        section("interface field"); System.out.print(Quiet.A + Middle.A);
        section("array"); ArrayOnly[] array = new ArrayOnly[2]; System.out.print(array.length + array.getClass().getSimpleName() + new ArrayOnly[1][1].length);
        section("class literal"); System.out.print(ArrayOnly.class.getSimpleName());
        section("cast"); Object none = null; CastOnly c = (CastOnly) none; System.out.print(none instanceof CastOnly);
        section("not initialised by name"); Class<?> found = Class.forName("ClassOrder$ByName", false, ClassOrder.class.getClassLoader()); System.out.print(found.getDeclaredFields().length);
        section("by name"); Class.forName("ClassOrder$ByName");
        section("by reflection"); Class<?> r = ByReflection.class; System.out.print(r.getDeclaredMethod("m").getName() + " then "); System.out.print(r.getDeclaredField("x").get(null));
        section("by new instance"); ByNew.class.getDeclaredConstructor().newInstance();
        section("write"); ByWrite.x = 5;
        section("nested"); System.out.print(Outer.Inner.x); new Outer().new NotStatic();
        section("enum"); System.out.print(Kind.TWO.ordinal());
        section("parameter"); System.out.print(take(null));
        section("method reference"); java.util.function.IntSupplier s = ByLambda::f; System.out.print("made "); s.getAsInt();
        section("catch"); try { note("try"); } catch (Thrown t) { note("caught"); }
        section("thrown"); try { throw new Thrown(); } catch (RuntimeException t) { note("caught"); }
        section("again"); new Derived(); System.out.print(Derived.more + Constants.COMPUTED + Outer.Inner.x);
        System.out.println();
    }
}
