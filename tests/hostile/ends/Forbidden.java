import java.security.Permission;

/** A security manager that forbids everything but taking it away; even the exit. */
@SuppressWarnings("removal")
public class Forbidden {
    public static void main(String[] arguments) throws Exception {
        System.setSecurityManager(new SecurityManager() {
            @Override public void checkPermission(Permission permission) {
                if (!permission.getName().equals("setSecurityManager")) throw new SecurityException(permission.getName());
            }
        });
        Attack.attempt("exit", () -> { System.exit(5); return null; });
        Attack.kind("property", () -> System.getProperty("user.dir"));
        Attack.kind("file", () -> new java.io.FileInputStream("/").close());
        Attack.kind("thread", () -> new Thread(() -> System.out.println("runs")).start());
        System.setSecurityManager(null);
        System.exit(6);
    }
}
