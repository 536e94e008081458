import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** What modules keep closed stays closed to reflection, lookups and handles. */
public class ClosedDoors {
    static final class Constants {
        static final int FIXED = "fixed".length();
        final int own = FIXED;
    }
    record Pair(int a) {}

    public static void main(String[] arguments) throws Throwable {
        Attack.kind("String.value", () -> String.class.getDeclaredField("value").setAccessible(true));
        Attack.kind("privateLookupIn", () -> MethodHandles.privateLookupIn(String.class, MethodHandles.lookup()));
        Attack.kind("Unsafe", () -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null));
        Attack.kind("Unsafe's field", () -> Class.forName("jdk.internal.misc.Unsafe").getDeclaredField("theUnsafe").setAccessible(true));
        Attack.kind("SharedSecrets", () -> Class.forName("jdk.internal.access.SharedSecrets").getMethod("getJavaLangAccess").invoke(null));
        Attack.kind("IMPL_LOOKUP", () -> MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP").setAccessible(true));
        Attack.kind("Class's constructor", () -> Class.class.getDeclaredConstructors()[0].setAccessible(true));
        Attack.kind("Class.module", () -> Class.class.getDeclaredField("module"));
        Attack.kind("override", () -> java.lang.reflect.AccessibleObject.class.getDeclaredField("override"));
        Attack.kind("modifiers", () -> Field.class.getDeclaredField("modifiers"));
        Attack.kind("Thread.eetop", () -> Thread.class.getDeclaredField("eetop").setAccessible(true));
        Attack.kind("findVarHandle", () -> MethodHandles.lookup().findVarHandle(Thread.class, "eetop", long.class));
        Attack.kind("unreflect", () -> MethodHandles.lookup().unreflectSetter(Constants.class.getDeclaredField("FIXED")));
        Attack.kind("static final", () -> { Field f = Constants.class.getDeclaredField("FIXED"); f.setAccessible(true); f.setInt(null, 9); });
        Attack.kind("final", () -> { Field f = Constants.class.getDeclaredField("own"); f.setAccessible(true); f.setInt(new Constants(), 9); });
        Attack.kind("record", () -> { Field f = Pair.class.getDeclaredField("a"); f.setAccessible(true); f.setInt(new Pair(1), 9); });
        Attack.kind("open", () -> Object.class.getModule().addOpens("java.lang", ClosedDoors.class.getModule()));
        Attack.kind("implAddOpens", () -> Module.class.getDeclaredMethod("implAddOpens", String.class).setAccessible(true));
        Attack.kind("clone", () -> Object.class.getDeclaredMethod("clone").invoke(new Object()));
        Attack.kind("defineClass", () -> ClassLoader.class.getDeclaredMethod("defineClass0", ClassLoader.class, Class.class, String.class, byte[].class, int.class, int.class, java.security.ProtectionDomain.class, boolean.class, int.class, Object.class).setAccessible(true));
        Attack.kind("array of void", () -> java.lang.reflect.Array.newInstance(void.class, 1));
        Attack.kind("256 dimensions", () -> java.lang.reflect.Array.newInstance(int.class, new int[256]));
        Attack.kind("instance of Class", () -> Class.class.getDeclaredConstructor().newInstance());
        Attack.kind("enum", () -> Thread.State.class.getDeclaredConstructors()[0].newInstance("X", 9));
        System.out.println(new Constants().own + " " + Modifier.toString(Constants.class.getDeclaredField("FIXED").getModifiers()));
    }
}
