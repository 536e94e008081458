import gnomon.EventLog;
import gnomon.Profiler;
import other.Assembler;

/** The log's names: threads renamed without end, with texts that are no text; classes, methods and files called what
 * breaks a page, a table or a line; types of events that look like the kernel's; the sampler turned on and off. */
public class NameFloods {
    private static final String[] NAMES = {"", "\0", "\n\r\t", "\u001b[2J", "<script>alert(1)</script>", "\"'`${x}%s%n", "../../etc/passwd", "\ud800", "\udfff\ud800", "\u202e", "x".repeat(65_000), "\u0416".repeat(20_000), "-o", ";", ",", "|", "{}", "]]>", "kernel", "main", "\\u0000", "\u0001\u0002"};

    public static void main(String[] arguments) throws Throwable {
        for (String name : NAMES) {
            Thread thread = new Thread(() -> { for (int i = 0; i < 200; i++) EventLog.logEvent(i, name); }, name);
            thread.start();
            thread.join();
            Thread.currentThread().setName(name);
            System.out.println(EventLog.createEvent(name) == EventLog.createEvent(name));
            EventLog.record(EventLog.createEvent(name), name.length());
            EventLog.logEvent(7, name + name);
        }
        Thread.currentThread().setName("main");
        Attack.kind("null", () -> Thread.currentThread().setName(null));
        int made = 0;
        for (String name : NAMES) {
            for (String file : new String[] {name, "A.java", name + ".java"}) {
                try {
                    String legal = name.isEmpty() || name.matches("(?s).*[.;\\[/].*") ? "Legal" : name;
                    Assembler a = new Assembler(legal, "java/lang/Object").addAttribute(new Assembler.Attribute("SourceFile", new byte[] {0, 0}));
                    a = new Assembler(legal, "java/lang/Object");
                    a.addAttribute(new Assembler.Attribute("SourceFile", new Assembler.Bytes().u2(a.utf(file.length() > 20_000 ? "long" : file)).get()));
                    String method = legal.equals("Legal") || legal.matches("(?s).*[<>].*") ? "run" : legal;
                    a.addMethod(9, method, "()V", a.code(2, 0).load(a.string("x")).op(0x01, 0x5f, 0x57, 0x57).line(1).op(0xb1).line(65_535));
                    Class<?> type = new Attack.Shadow().define(a.bytes());
                    type.getMethods()[0].setAccessible(true);
                    for (java.lang.reflect.Method m : type.getDeclaredMethods()) m.invoke(null);
                    made++;
                } catch (LinkageError | ReflectiveOperationException | IllegalArgumentException e) {
                    // a name that may not be
                }
            }
        }
        System.out.println(made > 20);
        long end = System.nanoTime() + 200_000_000;
        for (int i = 0; System.nanoTime() < end; i++) {
            Profiler.sample(i % 3 == 0 ? 0 : i % 3 == 1 ? 10_000 : 1);
            for (int k = 0; k < 1000; k++) EventLog.logEvent(k);
        }
        Profiler.sample(0);
        for (int i = 0; i < Attack.some(2_000); i++) {
            Thread thread = new Thread(() -> { }, "flood " + i + "x".repeat(i));
            thread.start();
            if (i % 50 == 0) thread.join();
        }
        for (int i = 0; i < Attack.some(20_000); i++) Thread.currentThread().setName("renamed " + i);
        Thread.currentThread().setName("main");
        System.out.println("goes on");
    }
}
