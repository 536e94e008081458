import gnomon.Domain;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Attacks by what a domain gives to those that it starts, through the public interface and through the private native.
 * */
class Rights {
    private static final String MAIN = "main=Rights\nclasspath=" + System.getProperty("java.class.path") + "\n";

    private Rights() {
    }

    /** Returns the number of a domain that the private native has started, with these lines besides. */
    static int start(String name, byte[] text, long heapBytes) throws Exception {
        Method start = Domain.class.getDeclaredMethod("start0", String.class, byte[].class, long.class);
        start.setAccessible(true);
        return (int) start.invoke(null, name, text, heapBytes);
    }

    private static byte[] bytes(String lines) {
        return (MAIN + lines).getBytes(StandardCharsets.UTF_8);
    }

    private static Attacks.Action starting(String lines) {
        return () -> "started " + start("x", bytes(lines), 16L << 20) + " with " + lines;
    }

    private static Domain.Options child(String what) {
        return new Domain.Options("child").main("Rights").heap(16L << 20).argument(what);
    }

    /** What is no option, has no value or is beyond its bounds. */
    static String options() {
        List<Attacks.Action> all = new ArrayList<>();
        for (String lines : new String[] {"weight=0", "weight=1001", "weight=-1", "weight=18446744073709551617", "weight=", "weight= 1", "weight=1x", "weight", "weight=0\nweight=1", "weight=1\nweight=0",
            "limit.threads=7", "limit.threads=0", "limit.threads=2147483648", "limit.files=15", "limit.files=4294967311", "limit.classdata=4194303", "limit.classdata=0", "limit.classdata=9223372036854775808", "limit.calls=0",
            "limit.calls=4294967296", "limit.heap=1", "limit.", "=", "=x", "x", "", "\n", " weight=1", "Weight=1", "jar=/app", "ages=1", "census=1", "census-every=1", "dump-heap=1", "deterministic=1", "net=1", "save=/x", "env=x", "env==x", "env=",
            "property=", "property==x", "\0=1", "main", "weight\0=1", "weight=1\0", "\u00fc=1"}) {
            all.add(starting(lines + "\n"));
        }
        all.add(() -> start("x", "main=\n".getBytes(), 16L << 20));
        all.add(() -> start("x", "arg=x\n".getBytes(), 16L << 20));
        all.add(() -> start("x", new byte[0], 16L << 20));
        all.add(() -> start("x", new byte[] {'\n'}, 16L << 20));
        all.add(() -> start("x", bytes("arg=" + "x".repeat(1 << 20)), 16L << 20));
        all.add(() -> start("x".repeat(256), bytes(""), 16L << 20));
        for (long heap : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, (8L << 20) - 1, (1L << 40) + 1}) all.add(() -> start("x", bytes(""), heap));
        return Attacks.outcomes(all.toArray(new Attacks.Action[0]));
    }

    /** Properties that would diagnose or end the machine, or open the JDK. */
    static String switches() {
        List<Attacks.Action> all = new ArrayList<>();
        for (String key : new String[] {"gnomon.test.fault", "gnomon.test.fault ", "gnomon.oom", "gnomon.gc", "gnomon.gc.verify", "gnomon.gc.protect", "gnomon.gc.stress", "gnomon.check", "gnomon.again", "gnomon.clock.untrusted", "gnomon.x", "gnomon.",
            "jdk.module.addopens.0", "jdk.module.main", "jdk.module.patch.0"}) {
            all.add(() -> Domain.start(child("collect").property(key, "panic")));
            all.add(starting("property=" + key + "=exit\n"));
            all.add(starting("property=" + key + "\n"));
        }
        return Attacks.outcomes(all.toArray(new Attacks.Action[0]));
    }

    /** The options change while they are looked at. */
    static String racing() throws Exception {
        byte[] text = bytes("weight=1\nproperty=gnomon.oom=exit\n".replace("gnomon.oom", "gnomax.oom"));
        int digit = new String(text, StandardCharsets.UTF_8).indexOf("weight=") + 7;
        int letter = new String(text, StandardCharsets.UTF_8).indexOf("gnomax") + 4;
        AtomicBoolean done = new AtomicBoolean();
        Thread changer = new Thread(() -> {
            while (!done.get()) {
                text[digit] ^= 1; // 0 and 1
                text[letter] ^= 'a' ^ 'o';
                text[letter + 1] ^= 'x' ^ 'n';
            }
        });
        changer.start();
        int started = 0;
        for (int i = 0; i < 200; i++) {
            int number = 0;
            try {
                number = start("racing", text, 8L << 20);
            } catch (java.lang.reflect.InvocationTargetException e) {
                if (!(e.getCause() instanceof IllegalArgumentException) && !(e.getCause() instanceof OutOfMemoryError)) throw e;
            }
            if (number != 0) {
                started++;
                terminate(number);
            }
        }
        done.set(true);
        changer.join();
        return "started or refused" + (started <= 200 ? "" : " " + started);
    }

    private static Object call(String name, int number) throws Exception {
        Method method = Domain.class.getDeclaredMethod(name, int.class);
        method.setAccessible(true);
        return method.invoke(null, number);
    }

    private static void terminate(int number) throws Exception {
        call("terminate0", number);
        Method await = Domain.class.getDeclaredMethod("await0", int.class, long.class);
        await.setAccessible(true);
        await.invoke(null, number, -1L);
        call("forget0", number);
    }

    /** As little as may be given: it starts or does not, and ends alone. */
    static String least() throws Exception {
        List<String> all = new ArrayList<>();
        for (String lines : new String[] {"limit.classdata=4194304", "limit.threads=8", "limit.files=16", "limit.calls=1", "limit.classdata=4194304\nlimit.threads=8\nlimit.files=16\nlimit.calls=1\nweight=1"}) {
            int number = start("least", bytes(lines + "\narg=collect\n"), 8L << 20);
            Method await = Domain.class.getDeclaredMethod("await0", int.class, long.class);
            await.setAccessible(true);
            all.add("" + await.invoke(null, number, 60_000_000_000L));
        }
        return String.join(" ", all);
    }

    /** Properties with which the class library cannot start, or starts otherwise. */
    static String broken() throws Exception {
        List<String> all = new ArrayList<>();
        for (String property : new String[] {"java.home=/nowhere", "java.system.class.loader=Nowhere", "java.security.manager=Nowhere", "file.encoding=x", "sun.jnu.encoding=x", "java.class.version=x", "java.class.path=/nowhere",
            "sun.nio.MaxDirectMemorySize=-7", "jdk.serialFilter=???", "java.locale.providers=x", "line.separator=x", "java.vm.name", "os.name=Windows", "java.io.tmpdir=", "sun.reflect.inflationThreshold=x", "java.lang.Integer.IntegerCache.high=99999999"}) {
            Domain domain = Domain.start(child("collect").property(property.split("=", 2)[0], property.contains("=") ? property.split("=", 2)[1] : ""));
            if (!domain.await(Duration.ofSeconds(60))) all.add(property);
        }
        return all.isEmpty() ? "all have ended" : "not ended: " + all;
    }

    /** Domains that start domains, each with more than the one that has started it. */
    static String generations() throws Exception {
        Domain domain = Domain.start(child("descend").argument("6").heap(1L << 40).threads(Integer.MAX_VALUE).files(Integer.MAX_VALUE).classData(Long.MAX_VALUE).calls(Integer.MAX_VALUE).weight(1000));
        return "status " + domain.await();
    }

    /** Returns 0 if this one, and all that it starts, have no more than the attacker may have. */
    private static int descend(int left) throws Exception {
        if (Runtime.getRuntime().maxMemory() > 32L << 20) return 1;
        if (left == 0) {
            List<Thread> threads = new ArrayList<>();
            try {
                for (int i = 0; i < 100; i++) threads.add(Attacks.start(() -> Attacks.outcome(() -> {
                    Thread.sleep(60_000);
                    return null;
                })));
                return 2;
            } catch (OutOfMemoryError e) {
                return 0;
            }
        }
        return Domain.start(child("descend").argument("" + (left - 1)).heap(1L << 40).threads(Integer.MAX_VALUE).weight(1000)).await();
    }

    /** The end of a domain starts domains: hooks, and threads that go on meanwhile. */
    static String hooked() throws Exception {
        Domain domain = Domain.start(child("hooked"));
        domain.await();
        return "status " + domain.status();
    }

    // ---- Rights that a parent withholds: each child tries to get round it, itself and by children of its own

    interface Own extends gnomon.Portal {
        int one();
    }

    static class OwnService implements Own {
        public int one() {
            return 1;
        }
    }

    /** The outcomes in a child that may start others, and in one that the one has started and given everything. */
    private static String outcomesOf(Domain.Options options, String what) throws Exception {
        options.main("Rights").heap(16L << 20).argument("try").argument(what).names("results");
        Results.all.clear();
        Domain domain = Domain.start(options);
        domain.await();
        return String.join("; ", Results.all);
    }

    interface Results extends gnomon.Portal {
        List<String> all = java.util.Collections.synchronizedList(new ArrayList<>());

        void add(String result);
    }

    static class ResultsService implements Results {
        public void add(String result) {
            all.add(result);
        }
    }

    private static String tries(String what) throws Exception {
        switch (what) {
            case "names": return Attacks.outcomes(() -> gnomon.Naming.lookup("victim", Victim.Service.class, Duration.ofMillis(1)), () -> {
                gnomon.Naming.register("mine", new OwnService());
                return "registered";
            }, () -> Attacks.gnomon(Class.forName("gnomon.Portals"), "lookup0", "victim", Victim.Service.class, 1L), () -> Attacks.gnomon(Class.forName("gnomon.Portals"), "register0", Class.forName("gnomon.Portals"), "mine", new OwnService()),
                () -> gnomon.Naming.lookup("results ", Results.class, Duration.ofMillis(1)), () -> gnomon.Naming.lookup("", Results.class, Duration.ofMillis(1)));
            case "nothing": return Attacks.outcomes(() -> new java.net.ServerSocket(0), () -> new java.net.Socket("127.0.0.1", 80), () -> new java.net.DatagramSocket(), () -> java.nio.channels.ServerSocketChannel.open().bind(null),
                () -> java.nio.channels.SocketChannel.open(new java.net.InetSocketAddress("::1", 80)), () -> new java.net.MulticastSocket(99));
            case "loopback": return Attacks.outcomes(() -> {
                try (java.net.ServerSocket server = new java.net.ServerSocket(0); java.net.Socket client = new java.net.Socket("127.0.0.1", server.getLocalPort()); java.net.Socket made = server.accept()) {
                    client.getOutputStream().write(7);
                    return "own " + made.getInputStream().read();
                }
            }, () -> new java.net.Socket("192.0.2.1", 80), () -> new java.net.Socket("127.0.0.1", 81), () -> java.net.InetAddress.getByName("host.example"), () -> {
                new java.net.DatagramSocket().send(new java.net.DatagramPacket(new byte[1], 1, java.net.InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}), 9));
                return "sent";
            });
            case "instruments": return Attacks.outcomes(() -> gnomon.Profiler.time("**"), () -> gnomon.Profiler.trace("**"), () -> gnomon.Profiler.alloc("**"), () -> {
                gnomon.Profiler.clear();
                return "cleared";
            }, () -> {
                gnomon.Profiler.sample(1_000_000);
                return "sampled";
            });
            case "types": return Attacks.outcomes(() -> {
                int before = Domain.currentUsage().eventTypes();
                try {
                    for (int i = 0; i < 5000; i++) gnomon.EventLog.createEvent(Domain.current() + " type " + i);
                    return "types without end";
                } finally {
                    if (Domain.currentUsage().eventTypes() - before > 1024) throw new AssertionError();
                }
            });
            case "output": return Attacks.outcomes(() -> {
                byte[] line = "noise\n".getBytes();
                for (int i = 0; i < 100_000; i++) new java.io.FileOutputStream(java.io.FileDescriptor.err).write(line);
                return "noise without end";
            }, () -> Domain.currentUsage().outputBytes());
            case "domains": {
                List<Domain> all = new ArrayList<>();
                String outcome = Attacks.outcomes(() -> {
                    for (int i = 0; i < 40; i++) all.add(Domain.start(child("sleep")));
                    return "40 domains";
                });
                for (Domain each : all) {
                    each.terminate();
                    each.await();
                }
                return all.size() + " " + outcome;
            }
            default: throw new IllegalArgumentException(what);
        }
    }

    /** What has been withheld, all the same: by private natives, and for a child of its own. */
    private static void tryAll(String what, boolean hasChild) throws Exception {
        Results results = gnomon.Naming.lookup("results", Results.class);
        results.add(tries(what));
        if (hasChild) {
            Domain.Options all = new Domain.Options("grandchild").main("Rights").heap(16L << 20).argument("again").argument(what).network("all").names("victim", "mine", "results").domains(31).output(Long.MAX_VALUE).eventTypes(1024).instruments();
            results.add(Attacks.outcome(() -> Domain.start(all).await()));
        }
    }

    private static Domain.Options given() {
        return new Domain.Options("child");
    }

    static String withheld() throws Exception {
        gnomon.Naming.register("results", new ResultsService());
        return "names " + outcomesOf(given(), "names") + "\n    nothing " + outcomesOf(given().network("nothing"), "nothing") + "\n    loopback " + outcomesOf(given().network("loopback"), "loopback")
            + "\n    rules " + outcomesOf(given().network("192.0.2.2:80", "other.example:*", "192.0.2.1:81-90"), "loopback") + "\n    instruments " + outcomesOf(given(), "instruments") + "\n    types " + outcomesOf(given().eventTypes(10), "types")
            + "\n    output " + outcomesOf(given().output(30_001), "output") + "\n    no domains " + outcomesOf(given().domains(0), "domains") + "\n    domains " + outcomesOf(given().domains(3), "domains");
    }

    /** Ports that are not its own, and rules that are none. */
    static String grants() {
        List<Attacks.Action> all = new ArrayList<>();
        for (String lines : new String[] {"port=80", "port=0", "port=65536", "port=", "port=-1", "network=", "network=x", "network=:80", "network=x:", "network=x:-", "network=x:9-8", "network=x:1-", "network=x:65536", "network=x y:1", "network=**:1", "network=*x:1",
            "network=nothing\nnetwork=all", "network=x:1\nnetwork=all", "network=[::1]", "network=[::1::]:1", "network=[fd00::/129]:1", "network=1.2.3.4/33:1", "network=::1:80", "network=All", "network=" + "x".repeat(128) + ":1", "network=x:1\n".repeat(17).trim(), "names=all", "names=", "name=" + "x".repeat(256), "instruments=no", "instruments=", "limit.domains=32",
            "limit.domains=-1", "limit.output=-1", "limit.output=9223372036854775808", "limit.types=1025", "limit.events=-1", "limit.events=2147483648", "limit.connections=4097", "limit.connections=x"}) {
            all.add(starting(lines + "\n"));
        }
        return Attacks.outcomes(all.toArray(new Attacks.Action[0]));
    }

    static String attack(String name) throws Throwable {
        switch (name) {
            case "withheld": return withheld();
            case "grants": return grants();
            case "options": return options();
            case "switches": return switches();
            case "racing": return racing();
            case "least": return least();
            case "broken": return broken();
            case "generations": return generations();
            case "hooked": return hooked();
            default: return Further.attack(name);
        }
    }

    public static void main(String[] arguments) throws Throwable {
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "collect": System.gc(); break;
            case "sleep": Thread.sleep(1_000_000); break;
            case "try": tryAll(arguments[1], true); break;
            case "again": tryAll(arguments[1], false); break;
            case "descend": System.exit(descend(Integer.parseInt(arguments[1]))); break;
            case "hooked":
                for (int i = 0; i < 4; i++) {
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                        for (int k = 0; k < 20; k++) Attacks.outcome(() -> Domain.start(child("collect")));
                    }));
                    Attacks.start(() -> {
                        for (;;) Attacks.outcome(() -> Domain.start(child("collect")));
                    });
                }
                System.exit(9);
                break;
            default: break;
        }
    }
}
