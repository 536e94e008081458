package gnomon;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the tool runs once for each image of the JDK, so that what most programs use of it is translated before they
 * start. */
final class Training {
    private Training() {}

    private static int sum;

    private static void use(Object value) {
        sum += value == null ? 1 : value.toString().length();
    }

    /** Programs' classes often lie in a directory; these here are in a jar. */
    private static void directory() throws Exception {
        File directory = new File("/tmp/classes"); // equal names in all runs
        File inside = new File(directory, "gnomon");
        File file = new File(inside, "Portal.class");
        use(inside.mkdirs());
        try (java.io.InputStream in = Training.class.getResourceAsStream("Portal.class"); FileOutputStream out = new FileOutputStream(file)) {
            out.write(in.readAllBytes());
        }
        java.net.URL[] place = {new File(directory + "//").toURI().toURL()};
        try (java.net.URLClassLoader loader = new java.net.URLClassLoader(place, ClassLoader.getPlatformClassLoader())) {
            use(loader.loadClass("gnomon.Portal"));
        }
        use(file.delete() && inside.delete() && directory.delete());
    }

    private static void collections() {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < 40; i++) list.add("item " + (i * 7919 % 101));
        Collections.sort(list);
        list.sort(Collections.reverseOrder());
        list.removeIf(s -> s.endsWith("7"));
        list.subList(2, 5).clear();
        list.remove(0);
        list.add(1, "one");
        list.addAll(Arrays.asList("a", "b"));
        use(list.indexOf("b"));
        use(list.contains("none"));
        use(String.join(",", list));
        use(new ArrayList<>(list).equals(list));
        Map<String, Integer> map = new HashMap<>();
        for (String s : list) map.merge(s, 1, Integer::sum);
        for (Map.Entry<String, Integer> e : map.entrySet()) sum += e.getValue();
        map.computeIfAbsent("x", s -> 3);
        map.putIfAbsent("y", 4);
        map.remove("x");
        use(map.getOrDefault("z", 5));
        use(new TreeMap<>(map).headMap("item 5"));
        use(new LinkedHashMap<>(map).keySet());
        use(new HashSet<>(list).size());
        LinkedList<Integer> linked = new LinkedList<>();
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int i = 0; i < 40; i++) {
            linked.addFirst(i);
            deque.addLast(i);
            queue.add(40 - i);
        }
        while (!queue.isEmpty()) sum += queue.poll() + linked.removeLast() + deque.pollFirst();
        int[] numbers = new Random(1).ints(200, 0, 1000).toArray();
        Arrays.sort(numbers);
        use(Arrays.toString(Arrays.copyOf(numbers, 10)));
        use(Arrays.binarySearch(numbers, 500));
        use(List.of(1, 2, 3));
        use(Map.of("a", 1).get("a"));
        java.util.BitSet bits = new java.util.BitSet();
        bits.set(3);
        use(bits.nextSetBit(0));
        java.util.Hashtable<String, String> table = new java.util.Hashtable<>();
        table.put("k", "v");
        java.util.Vector<String> vector = new java.util.Vector<>(list);
        use(vector.elementAt(0) + table.get("k"));
    }

    private static void text() throws Exception {
        StringBuilder builder = new StringBuilder();
        builder.append(1).append('c').append(2.5).append(3L).append(true).append("text").append((Object) null).append(1.5f);
        builder.insert(0, "begin").reverse().setLength(5);
        builder.deleteCharAt(0);
        use(builder.indexOf("e"));
        use(String.format("%d %5.2f %s %x %-8s|%08d %c %b%n", 42, 3.14159, "text", 255, "left", 7, 'c', true));
        String line = "one, two,three;four";
        for (String part : line.split("[,;] *")) use(part.trim().toUpperCase().toLowerCase());
        use(line.split(",").length);
        use(line.replace("two", "2").replaceAll("o", "0").substring(3).indexOf("t"));
        use(line.lastIndexOf('o') + line.compareTo("one") + line.hashCode());
        use(line.startsWith("one") && line.contains("three") && line.matches(".*four") && line.equalsIgnoreCase("ONE"));
        use(line.chars().filter(c -> c == 'o').count());
        use("  x ".strip().isBlank() + "ab".repeat(3) + "\u00e4\u20ac".length());
        use(new String("\u00e4\u20ac\ud83d\ude00".getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).toUpperCase());
        use(new String("latin".getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.US_ASCII));
        Matcher matcher = Pattern.compile("(\\w+)\\s*=\\s*\"?([^\"]*)\"?").matcher("key = \"value\"");
        if (matcher.find()) use(matcher.group(1) + matcher.group(2));
        StringTokenizer tokens = new StringTokenizer("a b c");
        while (tokens.hasMoreTokens()) use(tokens.nextToken());
        use(Integer.parseInt("123") + Long.parseLong("-456") + Double.parseDouble("1.25e3"));
        use(Integer.toHexString(255) + Long.toString(77, 3) + Double.toString(0.1) + Float.toString(0.3f) + Integer.toString(-5));
        use(new BigInteger("123456789012345678901234567890").multiply(BigInteger.TEN).mod(BigInteger.valueOf(97)));
        use(new BigDecimal("1.10").add(new BigDecimal("2.205")).setScale(2, java.math.RoundingMode.HALF_UP));
        use(Character.isLetterOrDigit('x') && Character.isWhitespace(' ') && Character.isUpperCase('\u00c4'));
        use(Math.sqrt(2) + Math.max(1, 2) + Math.abs(-1.5) + Math.floorMod(-3, 5) + Math.round(2.5));
        use(java.time.LocalDate.of(2026, 1, 2).plusDays(40));
        use(java.time.Duration.ofMillis(1234));
        use(new java.util.Date(0).getTime() + java.util.UUID.nameUUIDFromBytes(new byte[3]).hashCode());
    }

    private static void streams() {
        use(IntStream.range(0, 30).boxed().map(i -> i * i).filter(i -> i % 2 == 0).collect(Collectors.toList()));
        use(IntStream.rangeClosed(1, 9).sum());
        use(Arrays.asList("b", "a", "c").stream().sorted().collect(Collectors.joining("-")));
        use(Arrays.asList("b", "aa", "c").stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())));
        use(Arrays.stream(new int[] {3, 1, 2}).max().getAsInt());
        use(java.util.Optional.of("x").map(s -> s + "y").orElse("z"));
    }

    private static void files() throws Exception {
        File file = File.createTempFile("training", ".txt");
        try (PrintStream out = new PrintStream(new FileOutputStream(file))) {
            for (int i = 0; i < 20; i++) out.println("line " + i);
            out.printf("%d%n", 5);
            out.print(true);
            out.println(2.5);
            out.println('c');
            out.println((Object) "o");
            out.println(7L);
            out.println();
        }
        try (BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) use(line);
        }
        java.nio.file.Path path = file.toPath();
        use(java.nio.file.Files.readAllLines(path).size());
        java.nio.file.Files.writeString(path, "again");
        use(java.nio.file.Files.readString(path) + java.nio.file.Files.size(path) + java.nio.file.Files.exists(path));
        try (java.io.RandomAccessFile random = new java.io.RandomAccessFile(file, "rw")) {
            random.seek(3);
            random.writeInt(7);
            use(random.length());
        }
        use(file.delete());
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream("a=b\n# c\nd : e\n".getBytes(StandardCharsets.UTF_8)));
        use(properties.getProperty("a") + System.getProperty("user.dir") + System.getenv("HOME"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (java.io.ObjectOutputStream out = new java.io.ObjectOutputStream(bytes)) {
            out.writeObject(new ArrayList<>(List.of("a", 1, 2L)));
        }
        try (java.io.ObjectInputStream in = new java.io.ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            use(in.readObject());
        }
        bytes.reset();
        try (java.util.zip.GZIPOutputStream out = new java.util.zip.GZIPOutputStream(bytes)) {
            out.write(new byte[1000]);
        }
        try (java.util.zip.GZIPInputStream in = new java.util.zip.GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            use(in.readAllBytes().length);
        }
        java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-256");
        use(digest.digest(new byte[100]).length);
        use(java.util.Base64.getEncoder().encodeToString(new byte[20]));
    }

    private static void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        AtomicInteger count = new AtomicInteger();
        CountDownLatch latch = new CountDownLatch(8);
        ReentrantLock lock = new ReentrantLock();
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            pool.submit(() -> {
                lock.lock();
                try {
                    map.put(number, "v" + count.incrementAndGet());
                } finally {
                    lock.unlock();
                }
                latch.countDown();
            });
        }
        latch.await();
        pool.shutdown();
        pool.awaitTermination(5, java.util.concurrent.TimeUnit.SECONDS);
        use(map);
        Thread thread = new Thread(() -> use(Thread.currentThread().getName()), "training");
        thread.start();
        thread.join();
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(1);
            monitor.notifyAll();
        }
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 3);
        use(local.get());
        use(java.util.concurrent.CompletableFuture.supplyAsync(() -> 4).thenApply(i -> i + 1).get());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> use("end")));
    }

    private static void dates() throws Exception {
        java.text.SimpleDateFormat format = new java.text.SimpleDateFormat("yyyy-MM-dd HH:mm:ss");
        use(format.format(format.parse("2026-01-02 03:04:05")));
        java.util.Calendar calendar = java.util.Calendar.getInstance();
        calendar.setTimeInMillis(1234567890123L);
        calendar.add(java.util.Calendar.MONTH, 3);
        calendar.set(java.util.Calendar.HOUR_OF_DAY, 4);
        use(calendar.getTime() + " " + calendar.get(java.util.Calendar.DAY_OF_WEEK));
        use(new java.util.GregorianCalendar(2026, 0, 2).getTimeInMillis());
        use(new java.text.DecimalFormat("#,##0.00").format(1234.567));
        use(java.text.NumberFormat.getInstance().parse("1,234.5"));
        use(java.text.MessageFormat.format("{0} of {1}", 1, "two"));
        use(java.time.Instant.ofEpochSecond(1234567890).atZone(java.time.ZoneOffset.UTC).toLocalDateTime());
        use(java.time.LocalDateTime.of(2026, 1, 2, 3, 4).format(java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME));
        use(new BigDecimal("123.456").multiply(new BigDecimal("7.8")).divide(new BigDecimal("3"), 5, java.math.RoundingMode.HALF_EVEN).negate());
        use(new BigDecimal("12.50").stripTrailingZeros().toPlainString() + new BigDecimal(1.5).compareTo(BigDecimal.ONE));
        use(new BigDecimal("-3.7").longValue() + new BigDecimal("1e3").intValue() + BigDecimal.valueOf(25, 1).doubleValue());
        use(new BigInteger("-99999999999999999999").add(BigInteger.ONE).shiftLeft(70).divide(new BigInteger("12345678901234567")).pow(3).toByteArray().length);
        use(new StringBuffer("buffer").append(1).append("x").insert(0, 'c').toString());
        java.util.Calendar other = java.util.Calendar.getInstance(java.util.TimeZone.getTimeZone("Europe/Berlin"));
        other.set(1234, 5, 6, 7, 8, 9);
        use(other.getTimeInMillis() + other.getActualMaximum(java.util.Calendar.DAY_OF_MONTH) + new java.util.Date(0).toString());
        use(java.time.Instant.now().compareTo(java.time.Instant.EPOCH) + java.time.ZonedDateTime.now().getYear());
        use(Double.toString(1234567.891011e-20) + Double.parseDouble("2.2250738585072014e-308") + Float.parseFloat("1.1"));
    }

    private static void resources() throws Exception {
        try (java.io.InputStream in = Training.class.getResourceAsStream("Training.class")) {
            use(in.read());
        }
        java.net.URL url = Training.class.getResource("/gnomon/Training.class");
        java.net.URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        try (java.io.InputStream in = connection.getInputStream()) {
            use(in.read(new byte[100]));
        }
        try {
            java.util.ResourceBundle.getBundle("gnomon.none");
        } catch (java.util.MissingResourceException e) {
            use(e.getMessage());
        }
        try (java.io.InputStream in = url.openStream()) {
            use(in.available());
        }
        use(new java.util.PropertyResourceBundle(new java.io.StringReader("a=b\nc=d")).getString("a"));
        use(new java.io.LineNumberReader(new java.io.StringReader("a\nb")).readLine());
        use(new java.net.URI("http://user@host:80/a%20b?q#f").getPath() + java.net.URLEncoder.encode("a b", StandardCharsets.UTF_8));
        use(java.security.Security.getProviders().length);
        use(java.util.Collections.list(java.sql.DriverManager.getDrivers()).size());
        use(java.util.Locale.forLanguageTag("de-DE").getDisplayName() + new IllegalStateException(new RuntimeException("cause")).getCause());
        java.util.concurrent.locks.ReentrantReadWriteLock lock = new java.util.concurrent.locks.ReentrantReadWriteLock(true);
        lock.readLock().lock();
        lock.readLock().unlock();
        lock.writeLock().lock();
        lock.writeLock().unlock();
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, 3, 4, 5));
        for (int i : list.subList(1, 4)) sum += i;
        java.util.ListIterator<Integer> iterator = list.listIterator();
        while (iterator.hasNext()) if (iterator.next() == 3) iterator.remove();
        TreeMap<Integer, String> tree = new TreeMap<>();
        for (int i = 0; i < 50; i++) tree.put(i * 37 % 50, "t");
        for (int i = 0; i < 50; i += 2) tree.remove(i);
        use(tree.floorKey(20) + tree.firstKey() + tree.descendingMap().size() + tree.tailMap(10).size());
        IntStream.range(0, 2000).mapToObj(Integer::toString).toArray(String[]::new);
        use(java.util.stream.Stream.iterate(1, i -> i * 2).limit(20).flatMap(i -> java.util.stream.Stream.of(i, -i)).reduce(0, Integer::sum));
    }

    private static void reflection() throws Exception {
        use(Class.forName("java.util.ArrayList").getDeclaredConstructor().newInstance());
        use(String.class.getMethod("length").invoke("four"));
        for (java.lang.reflect.Method method : Comparable.class.getMethods()) use(method);
        use(Training.class.getResource("Training.class"));
        use(java.util.ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).iterator().hasNext());
        try {
            use(new int[0][3]);
        } catch (ArrayIndexOutOfBoundsException e) {
            java.io.StringWriter text = new java.io.StringWriter();
            e.printStackTrace(new java.io.PrintWriter(text, true));
            use(text);
        }
        try {
            use(Class.forName("no.such.Class"));
        } catch (ClassNotFoundException e) {
            use(e.getMessage());
        }
        Object proxy = java.lang.reflect.Proxy.newProxyInstance(Training.class.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> null);
        ((Runnable) proxy).run();
        use(java.sql.Timestamp.valueOf("2026-01-02 03:04:05"));
        use(java.util.logging.Logger.getLogger("training").isLoggable(java.util.logging.Level.FINE));
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println("training");
        directory();
        collections();
        text();
        streams();
        files();
        dates();
        resources();
        threads();
        reflection();
        if (sum == 0) throw new IllegalStateException();
    }
}
