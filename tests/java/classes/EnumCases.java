import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.IntBinaryOperator;

/** Enums: constants with bodies and fields, abstract methods, interfaces, static initialisation order, valueOf, switch,
 * collections of them, reflection, nested and generic use. */
public class EnumCases {
    enum Op implements IntBinaryOperator {
        ADD("+") { public int applyAsInt(int a, int b) { return a + b; } },
        SUB("-") { public int applyAsInt(int a, int b) { return a - b; } int weight() { return 2; } },
        MUL("*") { public int applyAsInt(int a, int b) { return a * b; } { touched = true; } },
        POW("^") { public int applyAsInt(int a, int b) { return b == 0 ? 1 : MUL.applyAsInt(a, applyAsInt(a, b - 1)); } };
        final String sign; boolean touched;
        Op(String sign) { this.sign = sign; }
        int weight() { return 1; }
        static final Map<String, Op> BY_SIGN = new java.util.HashMap<>();
        static { for (Op op : values()) BY_SIGN.put(op.sign, op); }
        abstract static class Inside { }
    }
    enum Empty { ; static int count() { return values().length; } }
    enum Planet { MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6); final double mass, radius; Planet(double m, double r) { mass = m; radius = r; } double gravity() { return 6.67300E-11 * mass / (radius * radius); } }
    enum Single { INSTANCE; int calls; int next() { return ++calls; } }
    enum Level { LOW, MID, HIGH; Level up() { return values()[Math.min(ordinal() + 1, values().length - 1)]; } @Override public String toString() { return name().charAt(0) + name().substring(1).toLowerCase(); } }
    enum State { START { State next(char c) { return c == 'a' ? MIDDLE : this; } }, MIDDLE { State next(char c) { return c == 'b' ? END : START.next(c); } }, END { State next(char c) { return this; } }; abstract State next(char c); }
    interface HasCode { int code(); static <E extends Enum<E> & HasCode> E find(Class<E> c, int code) { for (E e : c.getEnumConstants()) if (e.code() == code) return e; return null; } }
    enum Coded implements HasCode { X(5), Y(6) { public int code() { return super.code() * 10; } }; final int code; Coded(int c) { code = c; } public int code() { return code; } }

    static <E extends Enum<E>> String describe(Class<E> c) {
        StringBuilder s = new StringBuilder(c.getSimpleName());
        for (E e : c.getEnumConstants()) s.append(' ').append(e).append('/').append(e.name()).append('/').append(e.ordinal()).append('/').append(e.getDeclaringClass() == c).append('/').append(e.getClass() == c).append('/').append(Enum.valueOf(c, e.name()) == e);
        return s.toString();
    }

    public static void main(String[] arguments) throws Exception {
        for (Op op : Op.values()) System.out.print(op + op.sign + op.applyAsInt(3, 4) + op.weight() + op.touched + Op.BY_SIGN.get(op.sign) + op.getClass().isAnonymousClass() + " ");
        System.out.println(Empty.count() + " " + Single.INSTANCE.next() + Single.INSTANCE.next() + " " + Planet.EARTH.gravity() + " " + Planet.valueOf("MERCURY").gravity());
        System.out.println(describe(Op.class) + "\n" + describe(Level.class) + "\n" + describe(Empty.class) + "\n" + describe(Coded.class));
        for (String name : new String[] {"LOW", "Low", "", "HIGH "}) try { System.out.print(Level.valueOf(name) + " "); } catch (IllegalArgumentException e) { System.out.print(e.getMessage() + "; "); }
        try { Level.valueOf(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        System.out.println(Level.LOW.up().up().up() + " " + Level.LOW.compareTo(Level.HIGH) + " " + Level.MID.equals(Level.MID) + " " + (Level.valueOf("MID") == Level.MID) + " " + Level.HIGH.describeConstable().isPresent());
        State s = State.START;
        for (char c : "aacabxx".toCharArray()) { s = s.next(c); System.out.print(s + " "); }
        System.out.println(HasCode.find(Coded.class, 60) + " " + HasCode.find(Coded.class, 7) + " " + HasCode.find(Coded.class, 5));
        EnumMap<Level, Integer> map = new EnumMap<>(Level.class);
        for (String word : "LOW HIGH LOW MID LOW HIGH".split(" ")) map.merge(Level.valueOf(word), 1, Integer::sum);
        System.out.println(map + " " + EnumSet.complementOf(EnumSet.of(Level.MID)) + " " + EnumSet.range(Op.SUB, Op.POW) + " " + EnumSet.noneOf(Empty.class) + " " + EnumSet.allOf(State.class).contains(State.END));
        Level[] values = Level.values();
        values[0] = null;
        System.out.println(Level.values()[0] + " " + (Level.values() == Level.values()));
        System.out.println(Op.class.isEnum() + " " + Op.ADD.getClass().isEnum() + " " + Op.class.getEnumConstants().length + " " + (Op.ADD.getClass().getEnumConstants() == null) + " " + Op.ADD.getClass().getSuperclass().getSimpleName() + " " + Op.Inside.class.getEnclosingClass().getSimpleName() + " " + java.lang.reflect.Modifier.toString(Op.class.getModifiers()) + "/" + java.lang.reflect.Modifier.toString(Level.class.getModifiers()));
        try { Level.class.getDeclaredConstructors()[0].newInstance("X", 9); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Object o = Level.LOW; java.lang.reflect.Method m = Object.class.getDeclaredMethod("clone"); System.out.println(m.getName()); } catch (RuntimeException e) { System.out.println(e); }
        System.out.println(((Comparable<Level>) Level.LOW).compareTo(Level.MID) + " " + Level.LOW.hashCode() * 0 + " " + Thread.State.valueOf("NEW"));
        try { ((Enum) Level.LOW).compareTo(Op.ADD); } catch (ClassCastException e) { System.out.println("no comparison"); }
    }
}
