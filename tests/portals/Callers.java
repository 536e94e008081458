import gnomon.Caller;
import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;

/** The caller, as services of three domains see it. */
public class Callers {
    public interface Who extends Portal {
        String who();

        /** Calls the service of each name in turn, the last of which names its caller; then it names its own caller. */
        String through(String... names) throws Exception;

        String late() throws Exception;

        String keep(Who other);

        String caller(Caller given);
    }

    static class WhoService implements Who {
        static String text() {
            Caller caller = Portal.caller();
            return caller == null ? "nobody" : caller.name() + " " + caller.number();
        }

        public String who() {
            return text();
        }

        public String through(String... names) throws Exception {
            if (names.length == 0) return text();
            String[] rest = new String[names.length - 1];
            System.arraycopy(names, 1, rest, 0, rest.length);
            return Naming.lookup(names[0], Who.class).through(rest) + ", " + text();
        }

        /** In a thread that serves nobody. */
        public String late() throws Exception {
            String[] seen = new String[1];
            Thread thread = new Thread(() -> seen[0] = text());
            thread.start();
            thread.join();
            return seen[0] + ", " + text();
        }

        public String keep(Who other) {
            return other.who() + ", " + text();
        }

        public String caller(Caller given) {
            return given.equals(Portal.caller()) + " " + given;
        }
    }

    static void check(String what, Object result) {
        System.out.println(what + ": " + result);
    }

    public static void main(String[] arguments) throws Exception {
        Who own = new WhoService();
        Naming.register(arguments.length > 0 ? arguments[0] : "first", own);
        if (arguments.length > 0) Thread.sleep(1_000_000);
        check("outside", Portal.caller());
        check("its own", own.who());
        Domain a = Domain.start(new Domain.Options("a").main("Callers").argument("a"));
        Who inA = Naming.lookup("a", Who.class);
        Domain b = Domain.start(new Domain.Options("b").main("Callers").argument("b"));
        Naming.lookup("b", Who.class);
        check("called", inA.who());
        check("through another", inA.through("b"));
        check("there and back", inA.through("b", "a", "first", "b"));
        check("another thread", inA.late());
        check("a service of its own", inA.keep(own));
        check("another's service", inA.keep(Naming.lookup("b", Who.class)));
        check("another's word for it", inA.caller(null == Portal.caller() ? new Object() {
            Caller forged() throws Exception {
                var constructor = Caller.class.getDeclaredConstructor(int.class, String.class);
                constructor.setAccessible(true);
                return constructor.newInstance(7, "root");
            }
        }.forged() : null));
        check("after all", Portal.caller());
        a.terminate();
        b.terminate();
        System.exit(0);
    }
}
