import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.util.function.Supplier;

/**
 * Calls of a domain that has no class Gone, which methods and fields of its other classes name. Its class path is the
 * program's but for the first place. The argument says that it is the first domain.
 */
public class Missing {
    public static class Gone {
    }

    public interface Work extends Portal {
        int work();

        Gone gone();
    }

    public static class Worker implements Work {
        public int work() {
            return 3;
        }

        public Gone gone() {
            return null;
        }
    }

    static class Named {
        int number = 7;

        Gone gone(Gone given) {
            return given;
        }
    }

    static class Holder {
        Gone gone;
        int number = 8;
    }

    public interface Desk extends Portal {
        String take(Object given);

        Object give();

        String find();
    }

    static class Service implements Desk {
        public String take(Object given) {
            return given instanceof Named ? "named " + ((Named) given).number : given instanceof Work ? "work " + ((Work) given).work() : "holder " + ((Holder) given).number;
        }

        public Object give() {
            return new Holder();
        }

        public String find() {
            return outcome(() -> {
                try {
                    return Naming.lookup("mine", Work.class).work();
                } catch (InterruptedException e) {
                    return e;
                }
            });
        }
    }

    static String outcome(Supplier<Object> call) {
        try {
            return String.valueOf(call.get());
        } catch (Throwable e) {
            return e.toString();
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            Naming.register("work", new Worker());
            Naming.register("desk", new Service());
            Thread.sleep(Long.MAX_VALUE);
        }
        Naming.register("mine", new Worker());
        String path = System.getProperty("java.class.path");
        Domain.start(new Domain.Options("serves").main("Missing").classPath(path.substring(path.indexOf(':') + 1)));
        Desk desk = Naming.lookup("desk", Desk.class);
        Work work = Naming.lookup("work", Work.class);
        System.out.println("method of an argument: " + outcome(() -> desk.take(new Named())));
        System.out.println("field of an argument: " + outcome(() -> desk.take(new Holder())));
        System.out.println("field of a result: " + outcome(() -> ((Holder) desk.give()).number));
        System.out.println("portal of an argument: " + outcome(() -> desk.take(new Worker())));
        System.out.println("portal that is called: " + outcome(work::work));
        System.out.println("portal that is looked up: " + outcome(desk::find));
        System.exit(0);
    }
}
