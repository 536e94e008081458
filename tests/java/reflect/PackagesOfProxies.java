import java.lang.annotation.Retention;
import java.lang.reflect.Proxy;

/** Packages of the boot loader that hold only what was defined at run time are none that Package.getPackages tells of.
 * */
public class PackagesOfProxies {
    public static void main(String[] arguments) {
        Object proxy = Proxy.newProxyInstance(null, new Class<?>[] {Runnable.class}, (object, method, values) -> null);
        System.out.println(proxy.getClass().getClassLoader() + " " + proxy.getClass().getPackage() + " " + proxy.getClass().getPackageName().startsWith("jdk.proxy"));
        System.out.println(FunctionalInterface.class.getAnnotation(Retention.class).value());
        boolean own = false, known = true;
        for (Package one : Package.getPackages()) {
            known &= one != null;
            own |= one != null && one.getName().equals("java.lang");
        }
        System.out.println(own + " " + known + " " + Package.getPackage("jdk.proxy1"));
    }
}
