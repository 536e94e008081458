import java.lang.invoke.*;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.ByteOrder;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

/** Method handles and variable handles of all kinds, call sites, and the parts of the library that stand on them. */
public class Handles {
    interface Shape { default String name() { return "shape" + sides(); } int sides(); }
    static class Base { protected int v = 7; String who() { return "base"; } }
    static class Derived extends Base implements Shape {
        String who() { return "derived"; }
        public int sides() { return 4; }
        static String callSuper(Derived d) throws Throwable {
            return (String) MethodHandles.lookup().findSpecial(Base.class, "who", MethodType.methodType(String.class), Derived.class).invokeExact(d);
        }
        private long secret(int a, double b) { return (long) (a * b); }
    }
    static int counter;
    volatile int i; long l; byte b; boolean z; volatile String s = "s"; final int f = 3; static volatile long sl = 5;
    static int add(int a, int b) { return a + b; }
    static long mix(byte a, char b, short c, long d, float e, double f, boolean g, String h, int i, int j) {
        return (long) (a + b + c + d + e + f) + (g ? 1 : 0) + h.length() + i * j;
    }
    static String var(Object... xs) { return xs.length + Arrays.toString(xs); }
    static boolean isBig(int x) { return x > 10; }
    static String big(int x) { return "big" + x; }
    static String small(int x) { return "small" + x; }

    interface Test { void run() throws Throwable; }
    static void expect(String what, Test test) {
        try { test.run(); System.out.println(what + ": nothing"); } catch (Throwable t) { System.out.println(what + ": " + t.getClass().getName() + ": " + t.getMessage()); }
    }

    static void methods(Lookup lookup) throws Throwable {
        MethodHandle add = lookup.findStatic(Handles.class, "add", MethodType.methodType(int.class, int.class, int.class));
        System.out.println((int) add.invokeExact(3, 4));
        System.out.println((Object) add.invoke((byte) 3, Integer.valueOf(9)));
        System.out.println((long) add.invoke((short) 1, 'a'));
        System.out.println(add.invokeWithArguments(5, 6));
        System.out.println(add.type() + " " + add);
        expect("exact", () -> { long r = (long) add.invokeExact(1, 2); });
        expect("arity", () -> { add.invoke(1); });
        expect("cast", () -> { Object r = add.invoke((Object) "x", 2); });
        MethodHandle none = null;
        try { Object r = none.invoke(1); } catch (NullPointerException e) { System.out.println("null"); }
        MethodHandle mix = lookup.findStatic(Handles.class, "mix", MethodType.methodType(long.class, byte.class, char.class, short.class, long.class, float.class, double.class, boolean.class, String.class, int.class, int.class));
        System.out.println((long) mix.invokeExact((byte) 1, 'b', (short) -3, 1L << 33, 2.5f, 3.25, true, "four", 6, 7));
        System.out.println(mix.invokeWithArguments((byte) 1, 'b', (short) -3, 1L << 33, 2.5f, 3.25, true, "four", 6, 7));
        MethodHandle var = lookup.findStatic(Handles.class, "var", MethodType.methodType(String.class, Object[].class));
        System.out.println((String) var.invoke(1, "b", 'c') + (String) var.invoke() + var.isVarargsCollector());
        MethodHandle who = lookup.findVirtual(Base.class, "who", MethodType.methodType(String.class));
        System.out.println((String) who.invokeExact((Base) new Derived()) + (String) who.invoke(new Derived()) + (String) who.bindTo(new Base()).invokeExact() + Derived.callSuper(new Derived()));
        MethodHandle name = lookup.findVirtual(Shape.class, "name", MethodType.methodType(String.class));
        System.out.println((String) name.invoke(new Derived()) + (String) name.invokeExact((Shape) () -> 9));
        System.out.println((String) lookup.findVirtual(Derived.class, "name", MethodType.methodType(String.class)).invoke(new Derived()));
        System.out.println(((String) lookup.findVirtual(Object.class, "toString", MethodType.methodType(String.class)).invokeExact((Object) "str")));
        System.out.println((int) lookup.findVirtual(CharSequence.class, "length", MethodType.methodType(int.class)).invoke("four"));
        MethodHandle make = lookup.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class));
        System.out.println(((StringBuilder) make.invokeExact("made")).append("!"));
        MethodHandle secret = MethodHandles.privateLookupIn(Derived.class, lookup).findVirtual(Derived.class, "secret", MethodType.methodType(long.class, int.class, double.class));
        System.out.println((long) secret.invoke(new Derived(), 3, 1.5));
        System.out.println((String) lookup.unreflect(Handles.class.getDeclaredMethod("big", int.class)).invokeExact(3));
        System.out.println((int) lookup.findGetter(Base.class, "v", int.class).invoke(new Derived()));
        Handles h = new Handles();
        lookup.findSetter(Handles.class, "l", long.class).invoke(h, 77);
        lookup.findStaticSetter(Handles.class, "counter", int.class).invokeExact(12);
        System.out.println(h.l + " " + (int) lookup.findStaticGetter(Handles.class, "counter", int.class).invokeExact() + " " + (int) lookup.findGetter(Handles.class, "f", int.class).invoke(h));
        try { lookup.findSetter(Handles.class, "f", int.class); } catch (IllegalAccessException e) { System.out.println("final"); }
        expect("missing", () -> lookup.findStatic(Handles.class, "nope", MethodType.methodType(void.class)));
        expect("private", () -> MethodHandles.publicLookup().findVirtual(Derived.class, "secret", MethodType.methodType(long.class, int.class, double.class)));
        expect("throws", () -> { MethodHandle parse = lookup.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class)); int x = (int) parse.invokeExact("zz"); });
    }

    static void combinators(Lookup lookup) throws Throwable {
        MethodType is = MethodType.methodType(String.class, int.class);
        MethodHandle big = lookup.findStatic(Handles.class, "big", is), small = lookup.findStatic(Handles.class, "small", is);
        MethodHandle test = lookup.findStatic(Handles.class, "isBig", MethodType.methodType(boolean.class, int.class));
        MethodHandle guard = MethodHandles.guardWithTest(test, big, small);
        for (int x : new int[] {5, 50}) System.out.println((String) guard.invokeExact(x));
        MethodHandle add = lookup.findStatic(Handles.class, "add", MethodType.methodType(int.class, int.class, int.class));
        System.out.println((int) MethodHandles.insertArguments(add, 1, 100).invokeExact(1));
        System.out.println((String) MethodHandles.filterReturnValue(add, guard).invokeExact(6, 7));
        System.out.println((int) MethodHandles.permuteArguments(add, MethodType.methodType(int.class, int.class), 0, 0).invokeExact(21));
        System.out.println((int) MethodHandles.dropArguments(add, 1, String.class, double.class).invokeExact(1, "x", 2.0, 3));
        System.out.println((int) MethodHandles.foldArguments(add, MethodHandles.identity(int.class)).invokeExact(8));
        System.out.println((int) add.asSpreader(Object[].class, 2).invokeExact(new Object[] {4, 5}));
        System.out.println(Arrays.toString((int[]) MethodHandles.identity(int[].class).asCollector(int[].class, 3).invoke(1, 2, 3)));
        MethodHandle thrower = MethodHandles.throwException(String.class, IllegalStateException.class);
        MethodHandle caught = MethodHandles.catchException(MethodHandles.dropArguments(thrower, 1, int.class), IllegalStateException.class,
            MethodHandles.dropArguments(lookup.findVirtual(Throwable.class, "getMessage", MethodType.methodType(String.class)).asType(MethodType.methodType(String.class, IllegalStateException.class)), 1, IllegalStateException.class));
        System.out.println((String) caught.invoke(new IllegalStateException("caught"), 1));
        MethodHandle loop = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 1), add);
        System.out.println((int) loop.invoke());
        MutableCallSite site = new MutableCallSite(big);
        MethodHandle dynamic = site.dynamicInvoker();
        System.out.print((String) dynamic.invokeExact(1) + " ");
        site.setTarget(small);
        System.out.println((String) dynamic.invokeExact(1) + " " + (String) new VolatileCallSite(big).dynamicInvoker().invokeExact(2));
        IntFunction<String> proxy = MethodHandleProxies.asInterfaceInstance(IntFunction.class, guard);
        System.out.println(proxy.apply(11));
        CallSite lambda = LambdaMetafactory.metafactory(lookup, "apply", MethodType.methodType(IntFunction.class), MethodType.methodType(Object.class, int.class), big, is);
        System.out.println(((IntFunction<?>) lambda.getTarget().invoke()).apply(8));
        CallSite concat = StringConcatFactory.makeConcatWithConstants(lookup, "x", MethodType.methodType(String.class, int.class, String.class, double.class), "<\1|\1|\1>");
        System.out.println((String) concat.getTarget().invokeExact(1, "two", 3.0));
        MethodHandle element = MethodHandles.arrayElementGetter(long[].class);
        System.out.println((long) element.invokeExact(new long[] {1, 2, 1L << 40}, 2));
    }

    static void variables(Lookup lookup) throws Throwable {
        Handles h = new Handles();
        VarHandle i = lookup.findVarHandle(Handles.class, "i", int.class), l = lookup.findVarHandle(Handles.class, "l", long.class), s = lookup.findVarHandle(Handles.class, "s", String.class);
        VarHandle z = lookup.findVarHandle(Handles.class, "z", boolean.class), b = lookup.findVarHandle(Handles.class, "b", byte.class), sl = lookup.findStaticVarHandle(Handles.class, "sl", long.class);
        i.set(h, 5);
        System.out.println((int) i.get(h) + " " + i.compareAndSet(h, 5, 6) + i.compareAndSet(h, 5, 7) + " " + (int) i.getAndAdd(h, 10) + " " + (int) i.getVolatile(h) + " " + (int) i.getAndBitwiseOr(h, 64) + " " + h.i + " " + (int) i.compareAndExchange(h, 80, 1) + h.i);
        l.setVolatile(h, 1L << 40);
        System.out.println((long) l.getAndSet(h, 2L) + " " + (long) l.getAcquire(h) + " " + l.weakCompareAndSetPlain(h, 2L, 3L) + h.l);
        System.out.println((String) s.getAndSet(h, "t") + (String) s.getOpaque(h) + s.compareAndSet(h, "t", "u") + h.s);
        b.setRelease(h, (byte) -2);
        z.set(h, true);
        System.out.println((byte) b.get(h) + " " + (boolean) z.getAndBitwiseXor(h, true) + h.z + " " + (byte) b.getAndAdd(h, (byte) 5) + h.b + b.compareAndSet(h, (byte) 3, (byte) 100) + h.b);
        System.out.println((long) sl.getAndAdd(1L) + " " + sl.get() + " " + sl.varType() + i.coordinateTypes() + i.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
        i.set(h, (short) 9);
        System.out.println((long) i.get(h) + " " + (Object) i.get(h) + " " + (Integer) i.getAndAdd(h, Integer.valueOf(1)));
        VarHandle a = MethodHandles.arrayElementVarHandle(int[].class), r = MethodHandles.arrayElementVarHandle(String[].class);
        int[] xs = {1, 2, 3};
        String[] ss = {"a", "b"};
        System.out.println((int) a.getAndAdd(xs, 1, 40) + Arrays.toString(xs) + r.compareAndSet(ss, 0, "a", "z") + Arrays.toString(ss));
        VarHandle view = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN), small = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
        byte[] bytes = new byte[16];
        view.set(bytes, 3, 0x0102030405060708L);
        System.out.println(Arrays.toString(bytes) + (short) small.get(bytes, 4));
        expect("index", () -> a.set(xs, 3, 1));
        expect("store", () -> r.set((Object[]) ss, 0, (Object) 1));
        expect("wrong", () -> i.set(h, "x"));
        expect("count", () -> i.set(h));
        expect("receiver", () -> i.set((Object) "no", 1));
        expect("null", () -> i.set(null, 1));
        expect("unsupported", () -> s.getAndAdd(h, "x"));
        expect("exact", () -> { VarHandle e = i.withInvokeExactBehavior(); e.set(h, (short) 1); });
        MethodHandle getter = i.toMethodHandle(VarHandle.AccessMode.GET_VOLATILE);
        System.out.println((int) getter.invokeExact(h) + " " + (int) MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET, MethodType.methodType(int.class, Handles.class)).invoke(i, h));
        for (int k = 0; k < 20000; k++) i.getAndAdd(h, 1);
        System.out.println(h.i);
    }

    static void library() throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int k = 0; k < 5; k++) { int n = k; pool.submit(() -> queue.offer(n * n)); }
        int sum = 0;
        for (int k = 0; k < 5; k++) sum += queue.take();
        System.out.println(sum + " " + pool.invokeAll(List.of(() -> 1, () -> 2)).size());
        pool.shutdown();
        System.out.println(CompletableFuture.supplyAsync(() -> 20).thenCombine(CompletableFuture.supplyAsync(() -> 22), Integer::sum).thenApply(x -> "sum " + x).get());
        System.out.println(new ForkJoinPool(2).submit(() -> java.util.stream.IntStream.range(0, 10000).parallel().filter(x -> x % 7 == 0).count()).get());
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        for (int k = 50; k > 0; k--) map.put(k, "v" + k);
        System.out.println(map.firstKey() + map.ceilingEntry(17).getValue() + map.headMap(5));
        LongAdder adder = new LongAdder();
        adder.add(5);
        AtomicReference<String> reference = new AtomicReference<>("a");
        System.out.println(adder + reference.updateAndGet(x -> x + "b") + new AtomicIntegerArray(3).incrementAndGet(1) + new AtomicBoolean().compareAndSet(false, true));
        System.out.println(String.format("%s %d %.3f %x", "fmt", 5, 1.5, 255) + "a1b22".replaceAll("\\d+", "#"));
        Phaser phaser = new Phaser(1);
        System.out.println(phaser.arrive() + " " + new Exchanger<String>().getClass().getSimpleName());
        Comparator<String> serial = (Comparator<String> & java.io.Serializable) (x, y) -> y.compareTo(x);
        java.lang.reflect.Method replace = serial.getClass().getDeclaredMethod("writeReplace"), restore = Handles.class.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
        replace.setAccessible(true);
        SerializedLambda form = (SerializedLambda) replace.invoke(serial);
        System.out.println(form.getCapturingClass() + form.getFunctionalInterfaceClass() + form.getFunctionalInterfaceMethodSignature() + form.getImplMethodKind() + form.getInstantiatedMethodType() + form.getCapturedArgCount());
        @SuppressWarnings("unchecked") Comparator<String> back = (Comparator<String>) restore.invoke(null, form);
        System.out.println(back.compare("a", "b"));
    }

    public static void main(String[] arguments) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        methods(lookup);
        combinators(lookup);
        variables(lookup);
        library();
    }
}
