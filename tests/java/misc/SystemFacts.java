import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** System properties, the environment, Runtime's figures, ProcessHandle: what must hold anywhere, and what Java 17
 * fixes. */
public class SystemFacts {
    public static void main(String[] arguments) throws Exception {
        for (String name : List.of("java.specification.version", "java.specification.name", "java.vm.specification.version", "java.class.version", "os.name", "os.arch", "file.separator", "path.separator", "file.encoding", "sun.arch.data.model", "native.encoding", "java.vendor.url", "user.language"))
            System.out.println(name + " " + System.getProperty(name));
        for (String name : List.of("java.home", "java.version", "java.vendor", "java.io.tmpdir", "user.dir", "user.home", "user.name", "java.class.path", "os.version", "java.vm.name", "java.runtime.version", "java.vm.info")) System.out.print((System.getProperty(name) != null && !System.getProperty(name).isEmpty()) + " ");
        System.out.println();
        Runtime runtime = Runtime.getRuntime();
        byte[][] ballast = new byte[20][];
        long before = runtime.totalMemory() - runtime.freeMemory();
        for (int i = 0; i < ballast.length; i++) ballast[i] = new byte[200_000];
        long after = runtime.totalMemory() - runtime.freeMemory();
        System.out.println((runtime.availableProcessors() >= 1) + " " + (runtime.maxMemory() >= runtime.totalMemory()) + " " + (runtime.totalMemory() >= runtime.freeMemory()) + " " + (runtime.freeMemory() > 0) + " " + (before > 0) + " " + (after > 0) + " " + ballast.length);
        System.out.println(Runtime.version().feature() + " " + Runtime.Version.parse("17.0.2+8-LTS").update() + " " + Runtime.Version.parse("11").compareTo(Runtime.version()) + " " + Runtime.Version.parse("9.0.1-ea+5").pre().get());
        Map<String, String> environment = System.getenv();
        try {
            environment.put("X", "y");
        } catch (UnsupportedOperationException e) {
            System.out.println("environment cannot be changed " + (System.getenv("NO_SUCH_VARIABLE_HERE") == null));
        }
        ProcessHandle self = ProcessHandle.current();
        System.out.println(self.isAlive() + " " + (self.pid() > 0) + " " + self.equals(ProcessHandle.of(self.pid()).get()) + " " + self.supportsNormalTermination() + " " + self.compareTo(self));
        try {
            self.destroy();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            self.onExit();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        long millis = System.currentTimeMillis(), nanos = System.nanoTime();
        Thread.sleep(5);
        System.out.println((System.currentTimeMillis() - millis >= 4) + " " + (System.nanoTime() - nanos >= 5_000_000) + " " + (System.nanoTime() - nanos < 60_000_000_000L));
        Thread hook = new Thread(() -> { });
        runtime.addShutdownHook(hook);
        try {
            runtime.addShutdownHook(hook);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(runtime.removeShutdownHook(hook) + " " + runtime.removeShutdownHook(hook) + " " + System.getSecurityManager() + " " + System.lineSeparator().equals("\n") + " " + (System.console() == null) + " " + (System.identityHashCode(hook) == System.identityHashCode(hook)));
        int[] array = {1, 2, 3, 4, 5, 6};
        System.arraycopy(array, 0, array, 2, 4);
        System.out.println(java.util.Arrays.toString(array));
        for (Object[] bad : new Object[][] {{array, 4, array, 0, 3}, {array, -1, array, 0, 1}, {array, 0, array, 5, 2}, {array, 0, new long[3], 0, 1}, {"text", 0, array, 0, 1}, {array, 0, array, 0, -1}, {new Object[] {1, "two"}, 0, new Integer[2], 0, 2}, {new int[1][], 0, new Object[1], 0, 1}, {null, 0, array, 0, 1}}) {
            try {
                System.arraycopy(bad[0], (int) bad[1], bad[2], (int) bad[3], (int) bad[4]);
                System.out.println("copied");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + (e instanceof NullPointerException ? "" : e.getMessage()));
            }
        }
        TreeMap<String, String> own = new TreeMap<>();
        System.getProperties().forEach((key, value) -> {
            if (key.toString().startsWith("java.specification")) own.put(key.toString(), value.toString());
        });
        System.out.println(own);
        try {
            System.setProperty(null, "x");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            runtime.exec("no-such-program-at-all");
        } catch (java.io.IOException e) {
            System.out.println("no process");
        }
        try {
            System.loadLibrary("nosuchlibrary");
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage().startsWith("no nosuchlibrary in java.library.path"));
        }
    }
}
