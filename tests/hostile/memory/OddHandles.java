import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;

/** MethodHandles and VarHandles beyond their bounds and types: indices, alignment, modes, arities, receivers, lookups
 * that have lost their rights. */
public class OddHandles {
    int plain = 3;
    final int fixed = 4;
    static long shared;
    volatile Object any = "any";
    private int hidden() { return 5; }
    static class Sub extends OddHandles { @Override public String toString() { return "sub"; } }
    interface One { Object m(Object o); }

    private static MethodType type(Class<?> r, Class<?>... p) { return MethodType.methodType(r, p); }

    public static void main(String[] arguments) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        VarHandle ints = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN), longs = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
        byte[] bytes = new byte[16];
        for (int index : new int[] {-1, 0, 1, 12, 13, 16, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 3}) {
            Attack.kind("view " + index, () -> ints.set(bytes, index, 7));
            Attack.kind("volatile view " + index, () -> { int x = (int) ints.getVolatile(bytes, index); });
            Attack.kind("add to the view " + index, () -> { int x = (int) ints.getAndAdd(bytes, index, 1); });
            for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocateDirect(16), ByteBuffer.allocate(16), ByteBuffer.allocateDirect(16).asReadOnlyBuffer(), ByteBuffer.allocateDirect(32).position(9).limit(25).slice()}) {
                Attack.kind("buffer " + index + buffer.isDirect() + buffer.isReadOnly(), () -> longs.set(buffer, index, 7L));
            }
        }
        VarHandle plain = lookup.findVarHandle(OddHandles.class, "plain", int.class), fixed = lookup.findVarHandle(OddHandles.class, "fixed", int.class), any = lookup.findVarHandle(OddHandles.class, "any", Object.class), shared = lookup.findStaticVarHandle(OddHandles.class, "shared", long.class);
        Object right = new OddHandles(), wrong = "text";
        Attack.kind("null receiver", () -> plain.set((OddHandles) null, 1));
        Attack.kind("wrong receiver", () -> plain.set(wrong, 1));
        Attack.kind("wrong value", () -> plain.set(right, "x"));
        Attack.kind("long value", () -> plain.set(right, 1L));
        Attack.kind("too many", () -> plain.set(right, 1, 2));
        Attack.kind("none", () -> plain.set());
        Attack.kind("final", () -> fixed.set(right, 1));
        Attack.kind("final by exchange", () -> fixed.compareAndSet(right, 4, 1));
        Attack.kind("static with a receiver", () -> shared.set(right, 1L));
        Attack.attempt("any", () -> any.compareAndSet(right, "any", 5) + " " + any.getAndSet(right, null));
        Attack.kind("no arithmetic", () -> any.getAndAdd(right, 1));
        Attack.kind("bits", () -> any.getAndBitwiseOr(right, 1));
        Attack.kind("withInvokeExactBehavior", () -> plain.withInvokeExactBehavior().set(wrong, 1));
        VarHandle texts = MethodHandles.arrayElementVarHandle(String[].class);
        Object[] asObjects = new String[2];
        Attack.kind("store", () -> texts.set(asObjects, 0, (Object) 5));
        Attack.kind("array of another type", () -> texts.set(new Integer[2], 0, "x"));
        Attack.kind("element", () -> texts.set(asObjects, 2, "x"));
        Attack.kind("VarHandle of no array", () -> MethodHandles.arrayElementVarHandle(String.class));
        for (VarHandle.AccessMode mode : VarHandle.AccessMode.values()) Attack.kind(mode + " of a final", () -> fixed.toMethodHandle(mode).invokeWithArguments(Collections.nCopies(fixed.accessModeType(mode).parameterCount(), null)));

        MethodHandle concat = lookup.findVirtual(String.class, "concat", type(String.class, String.class)), hidden = lookup.findVirtual(OddHandles.class, "hidden", type(int.class));
        Attack.kind("exact", () -> { Object x = concat.invokeExact("a", "b"); });
        Attack.kind("other receiver", () -> { Object x = concat.invoke((Object) 5, "b"); });
        Attack.kind("other argument", () -> { Object x = concat.invoke("a", (Object) 5); });
        Attack.kind("missing", () -> concat.invokeWithArguments("a"));
        Attack.kind("null list", () -> concat.invokeWithArguments((List<?>) null));
        Attack.attempt("null receiver of a private", () -> { try { return hidden.invoke((OddHandles) null); } catch (Throwable e) { return e.getClass(); } });
        Attack.kind("spread too few", () -> concat.asSpreader(Object[].class, 2).invoke(new Object[1]));
        Attack.kind("spread null", () -> concat.asSpreader(Object[].class, 2).invoke((Object[]) null));
        Attack.kind("spread beyond", () -> concat.asSpreader(Object[].class, 3));
        Attack.kind("spread negative", () -> concat.asSpreader(Object[].class, -1));
        Attack.kind("collector of 255", () -> MethodHandles.identity(Object[].class).asCollector(Object[].class, 255));
        Attack.kind("permute", () -> MethodHandles.permuteArguments(concat, type(String.class, String.class), 0, 5));
        Attack.kind("permute null", () -> MethodHandles.permuteArguments(concat, type(String.class, String.class), (int[]) null));
        Attack.kind("drop", () -> MethodHandles.dropArguments(concat, 7, int.class));
        Attack.kind("insert", () -> MethodHandles.insertArguments(concat, 0, 5));
        Attack.kind("cast", () -> concat.asType(type(int.class, int.class, int.class)));
        Attack.attempt("explicit cast", () -> { try { return (int) MethodHandles.explicitCastArguments(MethodHandles.identity(boolean.class), type(int.class, long.class)).invokeExact(0x100000003L); } catch (Throwable e) { return e; } });
        Attack.kind("guard", () -> MethodHandles.guardWithTest(concat, concat, concat));
        Attack.kind("void as an argument", () -> type(void.class, void.class));
        Attack.kind("wrong throwable", () -> MethodHandles.throwException(void.class, Error.class).invoke((Error) (Throwable) new Exception()));
        Attack.kind("throws null", () -> MethodHandles.throwException(void.class, Error.class).invoke((Error) null));
        Attack.kind("constructor of an array", () -> MethodHandles.arrayConstructor(int[].class).invoke(-1));
        Attack.kind("findSpecial elsewhere", () -> lookup.findSpecial(Object.class, "hashCode", type(int.class), String.class));
        Attack.kind("findSpecial of a protected", () -> lookup.findSpecial(Object.class, "clone", type(Object.class), OddHandles.class).invoke(right));
        Attack.kind("clone of another", () -> lookup.findVirtual(Object.class, "clone", type(Object.class)));
        Attack.kind("clone of an array", () -> System.out.println(((int[]) lookup.findVirtual(int[].class, "clone", type(Object.class)).invoke(new int[3])).length));
        Attack.kind("constructor by name", () -> lookup.findVirtual(Object.class, "<init>", type(void.class)));
        Attack.kind("class initialiser by name", () -> lookup.findStatic(OddHandles.class, "<clinit>", type(void.class)));
        Attack.kind("public lookup", () -> MethodHandles.publicLookup().findVirtual(OddHandles.class, "hidden", type(int.class)));
        Attack.kind("dropped", () -> lookup.dropLookupMode(Lookup.PRIVATE).findVirtual(OddHandles.class, "hidden", type(int.class)));
        Attack.kind("in another class", () -> lookup.in(String.class).findGetter(String.class, "value", byte[].class));
        Attack.kind("in an array", () -> lookup.in(String[].class));
        Attack.kind("lookup's own", () -> lookup.findStaticGetter(Lookup.class, "IMPL_LOOKUP", Lookup.class));
        Attack.kind("lookup's constructor", () -> lookup.findConstructor(Lookup.class, type(void.class, Class.class)));
        Attack.kind("caller-sensitive", () -> ((Lookup) lookup.findStatic(MethodHandles.class, "lookup", type(Lookup.class)).invoke()).findVirtual(OddHandles.class, "hidden", type(int.class)));
        Attack.kind("caller-sensitive by reflection", () -> ((Lookup) MethodHandles.class.getMethod("lookup").invoke(null)).findGetter(java.lang.reflect.Method.class, "slot", int.class));
        Attack.kind("setter of a wrong type", () -> lookup.findSetter(OddHandles.class, "plain", long.class));
        Attack.kind("reveal", () -> lookup.revealDirect(MethodHandles.insertArguments(concat, 0, "a")));
        Attack.kind("proxy", () -> MethodHandleProxies.asInterfaceInstance(One.class, concat).m("x"));
        Attack.kind("proxy of no interface", () -> MethodHandleProxies.asInterfaceInstance(String.class, concat));
        MethodHandle wide = MethodHandles.empty(MethodType.methodType(void.class, Collections.nCopies(250, Object.class)));
        Attack.kind("250 arguments", () -> wide.invokeWithArguments(Collections.nCopies(250, "x")));
        Attack.kind("bound until none is left", () -> { MethodHandle h = wide; for (int i = 0; i < 250; i++) h = h.bindTo("x"); h.invoke(); });
        Attack.kind("fold beyond", () -> MethodHandles.foldArguments(wide, MethodHandles.identity(int.class)));
        Attack.kind("table switch", () -> MethodHandles.tableSwitch(MethodHandles.empty(type(void.class, int.class)), (MethodHandle) null));
        Attack.kind("table switch beyond", () -> MethodHandles.tableSwitch(MethodHandles.empty(type(void.class, int.class)), MethodHandles.empty(type(void.class, int.class))).invoke(Integer.MIN_VALUE));
    }
}
