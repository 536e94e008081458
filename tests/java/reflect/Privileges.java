import java.security.*;
import java.util.*;
import javax.security.auth.Subject;
import javax.security.auth.SubjectDomainCombiner;

/** AccessController without a security manager: what contexts and subjects programs see. */
@SuppressWarnings("removal")
public class Privileges {
    static class Combiner implements DomainCombiner {
        final String name;
        Combiner(String name) { this.name = name; }
        public ProtectionDomain[] combine(ProtectionDomain[] current, ProtectionDomain[] assigned) { return current == null ? assigned : current; }
        public String toString() { return name; }
    }
    record Name(String getName) implements Principal { }

    static String combiner() { return String.valueOf(AccessController.getContext().getDomainCombiner()); }

    static String allowed(Permission permission) {
        try {
            AccessController.checkPermission(permission);
            return "allowed";
        } catch (AccessControlException e) {
            return e.getMessage();
        }
    }

    static AccessControlContext with(String name) { return new AccessControlContext(AccessController.getContext(), new Combiner(name)); }

    static String subject() {
        Subject subject = Subject.getSubject(AccessController.getContext());
        return subject == null ? "none" : subject.getPrincipals().iterator().next().getName();
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println("outside " + combiner());
        System.out.println("inside " + AccessController.doPrivileged((PrivilegedAction<String>) Privileges::combiner));
        System.out.println("with a context " + AccessController.doPrivileged((PrivilegedAction<String>) Privileges::combiner, with("first")));
        System.out.println("nested " + AccessController.doPrivileged((PrivilegedAction<String>) () ->
            combiner() + AccessController.doPrivileged((PrivilegedAction<String>) Privileges::combiner, with("second")) + combiner()
            + AccessController.doPrivileged((PrivilegedAction<String>) Privileges::combiner) + AccessController.doPrivilegedWithCombiner((PrivilegedAction<String>) Privileges::combiner), with("first")));
        Subject subject = new Subject(true, Set.of(new Name("someone")), Set.of(), Set.of());
        System.out.println(subject() + " " + Subject.doAs(subject, (PrivilegedAction<String>) Privileges::subject) + " " + subject());
        System.out.println(Subject.doAs(subject, (PrivilegedExceptionAction<String>) () -> {
            String[] seen = new String[1];
            Thread thread = new Thread(() -> seen[0] = subject());
            thread.start();
            thread.join();
            return "in a thread " + seen[0] + " " + (AccessController.getContext().getDomainCombiner() instanceof SubjectDomainCombiner);
        }));
        try {
            AccessController.doPrivileged((PrivilegedExceptionAction<Void>) () -> { throw new java.io.IOException("checked"); });
        } catch (PrivilegedActionException e) {
            System.out.println(e + " by " + e.getException());
        }
        try {
            AccessController.doPrivileged((PrivilegedAction<Void>) () -> { throw new IllegalStateException("unchecked"); });
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        try {
            AccessController.doPrivileged((PrivilegedAction<Void>) null);
        } catch (NullPointerException e) {
            System.out.println("no action");
        }
        Permission read = new PropertyPermission("user.home", "read"), create = new RuntimePermission("createClassLoader");
        AccessControlContext nothing = new AccessControlContext(new ProtectionDomain[] {new ProtectionDomain(null, new Permissions())});
        System.out.println(AccessController.doPrivileged((PrivilegedAction<String>) () -> allowed(read), nothing));
        Permissions some = new Permissions();
        some.add(read);
        AccessControlContext little = new AccessControlContext(new ProtectionDomain[] {new ProtectionDomain(null, some)});
        System.out.println(AccessController.doPrivileged((PrivilegedAction<String>) () -> allowed(create), little) + " " + System.getSecurityManager());
        ProtectionDomain own = Privileges.class.getProtectionDomain();
        System.out.println((own.getClassLoader() == Privileges.class.getClassLoader()) + " " + String.class.getProtectionDomain().implies(new AllPermission()));
    }
}
