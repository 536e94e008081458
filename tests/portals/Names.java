import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Names of services, classes and constants that are as long as they may be, and longer. */
public class Names {
    enum Long {
        SHORT,
        A123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789A,
        A123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789B,
        BODY {
            @Override public String toString() {
                return "a body";
            }
        },
        A123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789C {
            @Override public String toString() {
                return "a body C";
            }
        },
        A123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789D {
            @Override public String toString() {
                return "a body D";
            }
        }
    }

    public interface Echo extends Portal {
        Object echo(Object object);

        String text(Object object);

        int number();
    }

    static Echo echo(int number) {
        return new Echo() {
            public Object echo(Object object) {
                return object;
            }

            public String text(Object object) {
                return object.toString();
            }

            public int number() {
                return number;
            }
        };
    }

    interface Action {
        Object run() throws Exception;
    }

    static void check(String what, Action action) {
        String outcome;
        try {
            outcome = String.valueOf(action.run());
        } catch (TimeoutException e) {
            outcome = "none";
        } catch (Exception e) {
            outcome = e.toString();
        }
        System.out.println(what + ": " + outcome);
    }

    static final String BEGIN = "n".repeat(254);
    static final Duration SOON = Duration.ofMillis(20);

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            Naming.register(BEGIN + "1", echo(1));
            Naming.register(BEGIN + "2", echo(2));
            check("another byte", () -> {
                Naming.register(BEGIN + "11", echo(3));
                return "taken";
            });
            check("letters of three bytes", () -> {
                Naming.register("\u4e16".repeat(86), echo(3));
                return "taken";
            });
            check("no letter", () -> {
                Naming.register("", echo(3));
                return "taken";
            });
            Naming.register("\u4e16".repeat(85), echo(4));
            Naming.register("end", echo(5));
            Thread.sleep(1_000_000);
        }
        Domain domain = Domain.start(new Domain.Options("there").main("Names").argument("serve"));
        Naming.lookup("end", Echo.class);
        check("one", () -> Naming.lookup(BEGIN + "1", Echo.class).number());
        check("the other", () -> Naming.lookup(BEGIN + "2", Echo.class).number());
        check("what both begin with", () -> Naming.lookup(BEGIN, Echo.class, SOON).number());
        check("longer", () -> Naming.lookup(BEGIN + "11", Echo.class, SOON).number());
        check("of 85 letters", () -> Naming.lookup("\u4e16".repeat(85), Echo.class).number());
        check("of none", () -> Naming.lookup("", Echo.class, SOON).number());
        Echo echo = Naming.lookup("end", Echo.class);
        for (Long constant : Long.values()) check("a constant of " + constant.name().length(), () -> echo.echo(constant) == constant);
        for (Long constant : Long.values()) check("there", () -> echo.text(constant).replaceAll("1234567890", ""));
        check("in an array", () -> ((Object[]) echo.echo(new Long[] {Long.BODY, Long.values()[4], Long.BODY}))[1] == Long.values()[4]);
        check("as keys", () -> echo.text(new EnumMap<>(Map.of(Long.BODY, 1, Long.values()[5], 2))));
        Class<?> type = Class.forName("a".repeat(200) + "." + "b".repeat(200) + ".Part");
        check("an object of a class of such a name", () -> echo.echo(type.getDeclaredConstructor().newInstance()).getClass() == type);
        for (String name : new String[] {"Z", "Y"}) {
            Object constant = type.getDeclaredField(name).get(null);
            check("its constant", () -> (echo.echo(constant) == constant) + " " + echo.text(constant));
        }
        domain.terminate();
        System.exit(0);
    }
}
