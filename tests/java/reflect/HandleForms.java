import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;
import static java.lang.invoke.MethodType.methodType;

/** Method handles of all kinds, their combinators, what they refuse; VarHandles' modes; proxies; hidden classes. */
public class HandleForms {
    static class Base {
        protected String name() { return "base"; }
        private String secret() { return "secret"; }
        static int twice(int x) { return 2 * x; }
        String join(String... parts) { return String.join("+", parts); }
        int number = 3;
        static long shared = 4;
        final String fixed;
        Base() { fixed = "none"; }
        Base(String fixed) { this.fixed = fixed; }
        public String toString() { return "Base(" + fixed + ")"; }
    }
    static class Derived extends Base {
        protected String name() { return "derived"; }
        static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); }
    }
    interface Shape { default String area() { return "area of " + label(); } String label(); static int sides() { return 4; } }
    interface Coloured { default String colour() { return "red"; } }

    interface Action { Object run() throws Throwable; }

    static void attempt(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (Throwable e) {
            System.out.println(label + ": " + e.toString().replaceAll("(Lambda|0x|@).*", "..."));
        }
    }

    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    static void found() throws Throwable {
        MethodHandle name = LOOKUP.findVirtual(Base.class, "name", methodType(String.class));
        attempt("virtual", () -> (String) name.invokeExact((Base) new Derived()));
        attempt("special", () -> (String) Derived.lookup().findSpecial(Base.class, "name", methodType(String.class), Derived.class).invokeExact(new Derived()));
        attempt("special elsewhere", () -> LOOKUP.findSpecial(Base.class, "name", methodType(String.class), Derived.class));
        attempt("private", () -> (String) LOOKUP.findVirtual(Base.class, "secret", methodType(String.class)).invokeExact(new Base()));
        attempt("static", () -> (int) LOOKUP.findStatic(Base.class, "twice", methodType(int.class, int.class)).invokeExact(21));
        attempt("constructor", () -> LOOKUP.findConstructor(Base.class, methodType(void.class, String.class)).invoke("made"));
        attempt("varargs", () -> LOOKUP.findVirtual(Base.class, "join", methodType(String.class, String[].class)).invoke(new Base(), "a", "b", "c"));
        attempt("varargs none", () -> LOOKUP.findVirtual(Base.class, "join", methodType(String.class, String[].class)).invoke(new Base()));
        attempt("fixed arity", () -> LOOKUP.findVirtual(Base.class, "join", methodType(String.class, String[].class)).asFixedArity().invoke(new Base(), "a"));
        attempt("getter", () -> (int) LOOKUP.findGetter(Base.class, "number", int.class).invokeExact(new Base()));
        attempt("setter", () -> { Base b = new Base(); LOOKUP.findSetter(Base.class, "number", int.class).invokeExact(b, 9); return b.number; });
        attempt("static getter", () -> (long) LOOKUP.findStaticGetter(Base.class, "shared", long.class).invokeExact());
        attempt("final setter", () -> LOOKUP.findSetter(Base.class, "fixed", String.class));
        attempt("none", () -> LOOKUP.findVirtual(Base.class, "nothing", methodType(void.class)));
        attempt("no field", () -> LOOKUP.findGetter(Base.class, "number", long.class));
        attempt("static as virtual", () -> LOOKUP.findVirtual(Base.class, "twice", methodType(int.class, int.class)));
        attempt("public lookup", () -> MethodHandles.publicLookup().findVirtual(String.class, "length", methodType(int.class)).invoke("four"));
        attempt("public lookup private", () -> MethodHandles.publicLookup().findVirtual(Base.class, "secret", methodType(String.class)));
        attempt("bind", () -> LOOKUP.bind("text", "substring", methodType(String.class, int.class)).invoke(2));
        attempt("wrong type", () -> (int) name.invokeExact((Base) null));
        attempt("null receiver", () -> { try { return name.invoke((Base) null); } catch (NullPointerException e) { return "NPE"; } });
        attempt("class cast", () -> name.invoke((Object) "text"));
        attempt("interface", () -> LOOKUP.findVirtual(Shape.class, "area", methodType(String.class)).invoke((Shape) () -> "lambda"));
        attempt("interface static", () -> LOOKUP.findStatic(Shape.class, "sides", methodType(int.class)).invoke());
        attempt("unreflect", () -> LOOKUP.unreflect(Base.class.getDeclaredMethod("twice", int.class)).invoke(4));
        attempt("unreflect field", () -> LOOKUP.unreflectGetter(Base.class.getDeclaredField("number")).invoke(new Base()));
        attempt("reveal", () -> LOOKUP.revealDirect(name) + " " + LOOKUP.revealDirect(LOOKUP.findConstructor(Base.class, methodType(void.class))));
        attempt("private in", () -> MethodHandles.privateLookupIn(Base.class, LOOKUP).findVirtual(Base.class, "secret", methodType(String.class)).invoke(new Base()));
        attempt("in", () -> LOOKUP.in(String.class) + " " + LOOKUP.in(Base.class).lookupModes() + " " + LOOKUP.dropLookupMode(MethodHandles.Lookup.PRIVATE));
        attempt("array", () -> { int[] a = {1, 2}; MethodHandles.arrayElementSetter(int[].class).invoke(a, 1, 5); return MethodHandles.arrayElementGetter(int[].class).invoke(a, 1) + " " + MethodHandles.arrayLength(int[].class).invoke(a); });
        attempt("array bounds", () -> MethodHandles.arrayElementGetter(int[].class).invoke(new int[1], 7));
    }

    static int add(int a, int b) { return a + b; }
    static boolean odd(int a) { return a % 2 == 1; }
    static String text(Object o) { return "<" + o + ">"; }
    static int thrower(int a) { if (a > 1) throw new IllegalStateException("thrown " + a); return a; }
    static int caught(IllegalStateException e, int a) { return -a; }
    static String cleanup(Throwable t, String result, int a) { return result + (t == null ? " clean" : " " + t.getMessage()); }
    static String body(int a) { if (a == 0) throw new IllegalArgumentException("zero"); return "body " + a; }
    static int step(int v, int i) { return v + i; }

    static MethodHandle own(String name, Class<?> result, Class<?>... parameters) throws Exception { return LOOKUP.findStatic(HandleForms.class, name, methodType(result, parameters)); }

    static void combined() throws Throwable {
        MethodHandle add = own("add", int.class, int.class, int.class), odd = own("odd", boolean.class, int.class), text = own("text", String.class, Object.class);
        attempt("insert", () -> (int) MethodHandles.insertArguments(add, 1, 10).invokeExact(5));
        attempt("drop", () -> (int) MethodHandles.dropArguments(add, 1, String.class, long.class).invokeExact(1, "x", 2L, 3));
        attempt("permute", () -> (int) MethodHandles.permuteArguments(add, methodType(int.class, int.class), 0, 0).invokeExact(4));
        attempt("filter", () -> MethodHandles.filterReturnValue(add.asType(methodType(Object.class, int.class, int.class)), text).invoke(1, 2));
        attempt("filter arguments", () -> (int) MethodHandles.filterArguments(add, 0, MethodHandles.insertArguments(add, 0, 100)).invokeExact(1, 2));
        attempt("fold", () -> (int) MethodHandles.foldArguments(MethodHandles.dropArguments(add, 2, int.class), add).invoke(3, 4));
        attempt("collect", () -> MethodHandles.collectArguments(add, 1, add).invoke(1, 2, 3));
        attempt("guard", () -> { MethodHandle g = MethodHandles.guardWithTest(odd, MethodHandles.insertArguments(add, 0, 100), MethodHandles.insertArguments(add, 0, 200)); return g.invoke(1) + " " + g.invoke(2); });
        attempt("catch", () -> { MethodHandle c = MethodHandles.catchException(own("thrower", int.class, int.class), IllegalStateException.class, own("caught", int.class, IllegalStateException.class, int.class)); return c.invoke(1) + " " + c.invoke(7); });
        MethodHandle tryFinally = MethodHandles.tryFinally(own("body", String.class, int.class), own("cleanup", String.class, Throwable.class, String.class, int.class));
        attempt("finally", () -> tryFinally.invoke(3));
        attempt("finally throws", () -> tryFinally.invoke(0));
        attempt("counted", () -> MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 100), own("step", int.class, int.class, int.class)).invoke());
        attempt("while", () -> MethodHandles.whileLoop(MethodHandles.constant(int.class, 1), odd, MethodHandles.insertArguments(add, 0, 1)).invoke());
        attempt("iterated", () -> MethodHandles.iteratedLoop(null, MethodHandles.constant(String.class, "s"), LOOKUP.findVirtual(String.class, "concat", methodType(String.class, String.class))).invoke(List.of("a", "b")));
        attempt("spread", () -> add.asSpreader(Object[].class, 2).invoke(new Object[] {1, 2}));
        attempt("spread wrong", () -> add.asSpreader(Object[].class, 2).invoke(new Object[] {1}));
        attempt("collector", () -> LOOKUP.findStatic(Arrays.class, "toString", methodType(String.class, int[].class)).asCollector(int[].class, 3).invoke(7, 8, 9));
        attempt("varargs collector", () -> LOOKUP.findStatic(Arrays.class, "asList", methodType(List.class, Object[].class)).invoke(1, "b", null));
        attempt("with varargs", () -> LOOKUP.findStatic(Arrays.class, "toString", methodType(String.class, long[].class)).asVarargsCollector(long[].class).invoke(1, 2L, (byte) 3));
        attempt("arguments", () -> add.invokeWithArguments(List.of(1, (short) 2)));
        attempt("arguments wrong", () -> add.invokeWithArguments(1));
        attempt("arguments type", () -> add.invokeWithArguments("1", 2));
        attempt("asType", () -> (long) add.asType(methodType(long.class, Integer.class, byte.class)).invokeExact((Integer) 1, (byte) 2));
        attempt("asType impossible", () -> add.asType(methodType(String.class, int.class, int.class)));
        attempt("explicit", () -> (byte) MethodHandles.explicitCastArguments(add, methodType(byte.class, long.class, boolean.class)).invokeExact(300L, true));
        attempt("identity", () -> MethodHandles.identity(String.class).invoke("same") + " " + MethodHandles.zero(int.class).invoke() + MethodHandles.empty(methodType(String.class, int.class)).invoke(1));
        attempt("throw", () -> MethodHandles.throwException(void.class, Exception.class).invoke(new Exception("from a handle")));
        attempt("invokers", () -> MethodHandles.exactInvoker(add.type()).invoke(add, 1, 2) + " " + MethodHandles.invoker(methodType(long.class, byte.class, byte.class)).invoke(add, (byte) 1, (byte) 2)
            + MethodHandles.spreadInvoker(add.type(), 1).invoke(add, 5, new Object[] {6}));
        attempt("table", () -> MethodHandles.tableSwitch(MethodHandles.dropArguments(MethodHandles.constant(String.class, "default"), 0, int.class), MethodHandles.dropArguments(MethodHandles.constant(String.class, "zero"), 0, int.class)).invoke(0));
        attempt("exact", () -> { Object o = add.invokeExact(1, 2); return o; });
        attempt("type", () -> add.type() + " " + add + " " + tryFinally.type().toMethodDescriptorString() + " " + methodType(void.class, int[].class).wrap() + methodType(Integer.class).unwrap().erase().generic());
        attempt("proxy of handle", () -> { IntBinaryOperator o = MethodHandleProxies.asInterfaceInstance(IntBinaryOperator.class, add); return o.applyAsInt(20, 3) + " " + MethodHandleProxies.isWrapperInstance(o) + MethodHandleProxies.wrapperInstanceType(o); });
        attempt("many", () -> {
            MethodHandle sum = MethodHandles.identity(int.class);
            for (int i = 0; i < 50; i++) sum = MethodHandles.filterReturnValue(sum, MethodHandles.insertArguments(add, 0, i));
            int total = 0;
            for (int i = 0; i < 500; i++) total += (int) sum.invokeExact(i);
            return total;
        });
        MutableCallSite site = new MutableCallSite(add);
        MethodHandle dynamic = site.dynamicInvoker();
        attempt("site", () -> (int) dynamic.invokeExact(1, 2));
        site.setTarget(own("step", int.class, int.class, int.class).asType(add.type()));
        SwitchPoint point = new SwitchPoint();
        MethodHandle switched = point.guardWithTest(MethodHandles.constant(String.class, "before"), MethodHandles.constant(String.class, "after"));
        attempt("switch point", () -> { String before = (String) switched.invoke(); SwitchPoint.invalidateAll(new SwitchPoint[] {point}); return before + switched.invoke() + point.hasBeenInvalidated(); });
    }

    volatile int counter;
    byte small;
    String string = "first";
    static double real = 1.5;

    static void variables() throws Throwable {
        HandleForms h = new HandleForms();
        VarHandle counter = LOOKUP.findVarHandle(HandleForms.class, "counter", int.class), small = LOOKUP.findVarHandle(HandleForms.class, "small", byte.class),
            string = LOOKUP.findVarHandle(HandleForms.class, "string", String.class), real = LOOKUP.findStaticVarHandle(HandleForms.class, "real", double.class);
        System.out.println((int) counter.getAndAdd(h, 5) + " " + (int) counter.getAndBitwiseOr(h, 8) + " " + (int) counter.getAndBitwiseXor(h, 1) + " " + (int) counter.getAndBitwiseAnd(h, 6) + " " + (int) counter.getVolatile(h)
            + counter.compareAndSet(h, 4, 9) + (int) counter.compareAndExchange(h, 9, 10) + (int) counter.getAcquire(h) + (int) counter.getAndSet(h, 3) + (int) counter.getOpaque(h));
        System.out.println((byte) small.getAndAdd(h, (byte) 127) + " " + (byte) small.getAndAdd(h, (byte) 2) + " " + (byte) small.get(h) + small.weakCompareAndSet(h, (byte) -127, (byte) 1));
        System.out.println(string.compareAndSet(h, "first", "second") + (String) string.getAndSet(h, "third") + string.get(h) + string.varType() + string.coordinateTypes());
        real.set(2.5);
        System.out.println((double) real.get() + " " + real.compareAndSet(2.5, 3.5) + (double) real.getAndAdd(1.0) + real.isAccessModeSupported(VarHandle.AccessMode.GET_AND_BITWISE_OR));
        attempt("unsupported", () -> string.getAndAdd(h, "x"));
        attempt("bad type", () -> { counter.set(h, "x"); return ""; });
        attempt("null", () -> { try { counter.set((HandleForms) null, 1); return ""; } catch (NullPointerException e) { return "NPE"; } });
        VarHandle elements = MethodHandles.arrayElementVarHandle(long[].class), view = MethodHandles.byteArrayViewVarHandle(int[].class, java.nio.ByteOrder.BIG_ENDIAN);
        long[] longs = new long[3];
        elements.setVolatile(longs, 2, 7L);
        byte[] bytes = new byte[8];
        view.set(bytes, 1, 0x01020304);
        System.out.println(Arrays.toString(longs) + (long) elements.getAndAdd(longs, 2, 1L) + Arrays.toString(bytes) + Integer.toHexString((int) view.get(bytes, 2)));
        attempt("bounds", () -> elements.get(longs, 3));
        attempt("view bounds", () -> view.get(bytes, 6));
        attempt("array store", () -> { MethodHandles.arrayElementVarHandle(Object[].class).set((Object[]) new String[1], 0, (Object) 1); return ""; });
        attempt("to handle", () -> counter.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD).invoke(h, 4) + " " + counter.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET));
        VarHandle.fullFence();
    }

    static void proxies() throws Throwable {
        ClassLoader loader = HandleForms.class.getClassLoader();
        Object proxy = Proxy.newProxyInstance(loader, new Class<?>[] {Shape.class, Coloured.class, Comparable.class}, (self, method, arguments) -> {
            if (method.isDefault()) return InvocationHandler.invokeDefault(self, method, arguments) + "!";
            switch (method.getName()) {
                case "label": return "proxy";
                case "hashCode": return 42;
                case "equals": return self == arguments[0];
                case "toString": return "a proxy";
                case "compareTo": if (arguments[0] == null) throw new java.io.IOException("checked"); return arguments[0] instanceof Integer ? arguments[0] : "no int";
                default: return null;
            }
        });
        System.out.println(((Shape) proxy).area() + " " + ((Coloured) proxy).colour() + " " + proxy + proxy.hashCode() + proxy.equals(proxy) + Proxy.isProxyClass(proxy.getClass()) + Arrays.toString(proxy.getClass().getInterfaces())
            + Modifier.toString(proxy.getClass().getModifiers()));
        @SuppressWarnings("unchecked") Comparable<Object> comparable = (Comparable<Object>) proxy;
        attempt("result", () -> comparable.compareTo(5));
        attempt("wrong result", () -> { try { return comparable.compareTo("x"); } catch (ClassCastException e) { return "ClassCastException"; } });
        attempt("undeclared", () -> { try { return comparable.compareTo(null); } catch (UndeclaredThrowableException e) { return e.getCause(); } });
        attempt("null result", () -> { try { return ((IntSupplier) Proxy.newProxyInstance(loader, new Class<?>[] {IntSupplier.class}, (s, m, a) -> null)).getAsInt(); } catch (NullPointerException e) { return "NPE"; } });
        attempt("not an interface", () -> Proxy.newProxyInstance(loader, new Class<?>[] {String.class}, (s, m, a) -> null));
        attempt("twice", () -> Proxy.newProxyInstance(loader, new Class<?>[] {Shape.class, Shape.class}, (s, m, a) -> null));
        attempt("no proxy", () -> Proxy.getInvocationHandler("text"));
    }

    public static void main(String[] arguments) throws Throwable {
        found();
        combined();
        variables();
        proxies();
    }
}
