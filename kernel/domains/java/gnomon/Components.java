package gnomon;

import java.util.ArrayList;
import java.util.List;

/**
 * The main program of {@code gnomon run --components FILE}: starts a domain for each component, in their order, and
 * waits. It ends when all components have but those that are there for the others, the services, which it then ends.
 * Its exit status is that of the first component in the file that has not ended with 0; of a service only if it has
 * ended before its time.
 *
 * <p>The tool has checked the file, and writes what is in it as arguments: {@code component=NAME}, and then what
 * belongs to it, {@code key=value} each. The order is that of starting; {@code place=N} says which one it is in the
 * file.
 */
final class Components {
    private static final int FAILURE = 1;

    private final Domain.Options options;
    private final String name;
    private final List<String> network = new ArrayList<>();
    private int place;
    private boolean isService;
    private Domain domain;
    private Thread watcher;
    private boolean isDismissed; // the service is not needed any more
    private int status;

    private Components(String name) {
        this.name = name;
        options = new Domain.Options(name);
    }

    private void set(String key, String value) {
        switch (key) {
            case "place" -> place = Integer.parseInt(value);
            case "classpath" -> options.classPath(value);
            case "main" -> options.main(value);
            case "argument" -> options.argument(value);
            case "property" -> {
                int equals = value.indexOf('=');
                options.property(value.substring(0, equals), value.substring(equals + 1));
            }
            case "heap" -> options.heap(Long.parseLong(value) << 20);
            case "threads" -> options.threads(Integer.parseInt(value));
            case "files" -> options.files(Integer.parseInt(value));
            case "classdata" -> options.classData(Long.parseLong(value) << 20);
            case "calls" -> options.calls(Integer.parseInt(value));
            case "connections" -> options.connections(Integer.parseInt(value));
            case "domains" -> options.domains(Integer.parseInt(value));
            case "output" -> options.output(Long.parseLong(value));
            case "types" -> options.eventTypes(Integer.parseInt(value));
            case "events" -> options.events(Integer.parseInt(value));
            case "network" -> network.add(value);
            case "port" -> options.port(Integer.parseInt(value));
            case "names" -> options.names(value.equals("none") ? new String[0] : value.split(" +"));
            case "instruments" -> options.instruments();
            case "scheduler" -> options.scheduler(value);
            case "weight" -> options.weight(Integer.parseInt(value));
            case "service" -> isService = true;
            default -> throw new IllegalArgumentException(key);
        }
    }

    private static List<Components> read(String[] arguments) {
        List<Components> all = new ArrayList<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String key = argument.substring(0, equals);
            String value = argument.substring(equals + 1);
            if (key.equals("component")) {
                all.add(new Components(value));
            } else {
                all.get(all.size() - 1).set(key, value);
            }
        }
        return all;
    }

    private void start() {
        if (!network.isEmpty()) {
            options.network(network.toArray(new String[0]));
        }
        domain = Domain.start(options);
        watcher = new Thread(this::watch, "watches " + name);
        watcher.start();
    }

    private void watch() {
        try {
            int ended = domain.await();
            finish(ended, "it has ended with status " + ended);
        } catch (IllegalStateException e) {
            finish(FAILURE, e.getMessage());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private synchronized void finish(int ended, String words) {
        if (ended != 0 && !isDismissed) {
            status = ended;
            System.err.println("gnomon: component " + name + ": " + words);
        }
    }

    private void dismiss() throws InterruptedException {
        synchronized (this) {
            isDismissed = true;
        }
        domain.terminate();
        watcher.join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        List<Components> all = read(arguments);
        for (Components component : all) {
            component.start();
        }
        for (Components component : all) {
            if (!component.isService) {
                component.watcher.join();
            }
        }
        for (Components component : all) {
            if (component.isService) {
                component.dismiss();
            }
        }
        all.sort((a, b) -> Integer.compare(a.place, b.place));
        int status = 0;
        for (Components component : all) {
            if (status == 0) {
                status = component.status;
            }
        }
        System.exit(status);
    }
}
