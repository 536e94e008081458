/** What arrays are as objects: their classes, names, supertypes, casts between them, instanceof, equals, hashCode,
 * getClass, monitors, reflection's view, array covariance in calls. */
public class ArrayClasses {
    interface Face { }
    static class Base implements Face { }
    static class Derived extends Base { }

    private static String casts(Object o) {
        StringBuilder line = new StringBuilder();
        line.append(o instanceof Object[] ? 'O' : '-').append(o instanceof Base[] ? 'B' : '-').append(o instanceof Derived[] ? 'D' : '-').append(o instanceof Face[] ? 'F' : '-').append(o instanceof Object[][] ? "OO" : "--").append(o instanceof Face[][] ? "FF" : "--");
        line.append(o instanceof int[] ? 'i' : '-').append(o instanceof int[][] ? "ii" : "--").append(o instanceof byte[] ? 'b' : '-').append(o instanceof boolean[] ? 'z' : '-').append(o instanceof Cloneable ? 'C' : '-').append(o instanceof java.io.Serializable ? 'S' : '-');
        line.append(o instanceof Cloneable[] ? "C[]" : "---").append(o instanceof java.io.Serializable[][] ? "S[][]" : "-----").append(o instanceof Comparable ? 'c' : '-').append(o instanceof String[] ? 's' : '-');
        return line.toString();
    }

    private static void attempt(Object o, int way) {
        try {
            switch (way) {
                case 0: System.out.println(((Object[]) o).length); break;
                case 1: System.out.println(((Base[]) o).length); break;
                case 2: System.out.println(((int[]) o).length); break;
                case 3: System.out.println(((Face[][]) o).length); break;
                case 4: System.out.println(((String) o).length()); break;
                case 5: System.out.println(((Cloneable[]) o).length); break;
                case 6: System.out.println(((long[][]) o)[0].length); break;
                default: System.out.println(((Comparable<?>) o).getClass()); break;
            }
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }

    private static String which(Object o) { return "Object"; }
    private static String which(Object[] o) { return "Object[]"; }
    private static String which(Base[] o) { return "Base[]"; }
    private static String which(int[] o) { return "int[]"; }
    private static String which(Object[][] o) { return "Object[][]"; }
    private static String many(Object... o) { return "varargs of " + (o == null ? "null" : o.length + " in " + o.getClass().getSimpleName()); }

    public static void main(String[] arguments) throws Exception {
        Object[] all = {new Object[1], new Base[1], new Derived[1], new Face[1], new Object[1][1], new Face[1][1], new Derived[1][1], new int[1], new int[1][1], new byte[1], new boolean[1], new Cloneable[1], new java.io.Serializable[1][1], new String[0], new long[1][2], new char[0][0][0], "text", new Object(), null};
        for (Object o : all) {
            System.out.println(casts(o));
            for (int way = 0; way < 8; way++) if (o != null) attempt(o, way);
            if (o == null) continue;
            Class<?> c = o.getClass();
            System.out.println(c.getName() + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c.getCanonicalName() + " " + c.getSuperclass() + " " + c.getInterfaces().length + " " + c.getModifiers() + " " + c.getComponentType() + " " + c.isInstance(new Derived[0]) + " " + c.isAssignableFrom(Derived[].class) + " " + c.getPackageName() + " " + c.getDeclaredMethods().length + " " + c.getDeclaredFields().length);
        }
        System.out.println(which(new int[0]) + " " + which(new Derived[0]) + " " + which(new String[0]) + " " + which(new int[0][0]) + " " + which((Object) new Base[0]) + " " + which(new long[0]) + " " + which(new Face[0][]));
        System.out.println(many() + ", " + many(1, 2) + ", " + many((Object[]) null) + ", " + many((Object) null) + ", " + many(new Object[] {1, 2, 3}) + ", " + many((Object) new Object[] {1, 2}) + ", " + many(new String[] {"a"}) + ", " + many(new int[] {1, 2}) + ", " + many(new int[] {1}, new int[] {2}));
        int[] one = {1}, other = {1};
        System.out.println(one.equals(other) + " " + one.equals(one) + " " + (one.hashCode() == System.identityHashCode(one)) + " " + one.toString().startsWith("[I@") + " " + java.util.Arrays.equals(one, other));
        synchronized (one) {
            System.out.println(Thread.holdsLock(one) + " " + Thread.holdsLock(other));
        }
        System.out.println(Class.forName("[I") + " " + Class.forName("[[Ljava.lang.String;") + " " + Class.forName("[LArrayClasses$Base;").getComponentType().getName() + " " + (Class.forName("[Z") == boolean[].class) + " " + int[].class.arrayType() + " " + void.class.getName());
        for (String bad : new String[] {"[V", "[", "int", "[X", "[Ljava.lang.String", "I[", "[LNowhere;", "java.lang.String[]", "[[", "[Ljava/lang/String;"}) {
            try { System.out.println(Class.forName(bad)); } catch (ClassNotFoundException e) { System.out.println("not found: " + e.getMessage().replace('/', '.')); }
        }
        Object[] length = {one.length, new int[0].length, new String[3][].length, "".toCharArray().length};
        System.out.println(java.util.Arrays.toString(length));
    }
}
