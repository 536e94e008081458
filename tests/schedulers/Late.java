import gnomon.Domain;

/** A domain that starts four with schedulers that do not answer, one after the other; then the first domain starts one
 * more. */
public class Late {
    static volatile int count;

    private static int run(String scheduler, String name, String... arguments) throws InterruptedException {
        Domain.Options options = new Domain.Options(name).main("Late");
        if (scheduler != null) options.scheduler(scheduler);
        for (String argument : arguments) options.argument(argument);
        return Domain.start(options).await();
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length == 0) {
            run(null, "starter", "start");
            System.out.println("another family's: " + run("Broken$Loops", "other", "spin"));
        } else if (arguments[0].equals("start")) {
            StringBuilder all = new StringBuilder("loops:");
            for (int i = 0; i < 4; i++) all.append(' ').append(run("Broken$Loops", "loops" + i, "spin"));
            System.out.println(all);
        } else {
            Thread other = new Thread(() -> {
                for (;;) count++;
            });
            other.setDaemon(true);
            other.start();
            for (long end = System.nanoTime() + 250_000_000; System.nanoTime() < end;) count++;
        }
    }
}
