import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.ErrorManager;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.MemoryHandler;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.logging.XMLFormatter;

/** java.util.logging: levels, the tree of loggers, handlers, filters, formatters, configuration, and System.Logger on
 * top. */
public class Logging {
    static final class Collecting extends Handler {
        final List<String> lines = new ArrayList<>();

        @Override
        public void publish(LogRecord record) {
            if (isLoggable(record)) lines.add(record.getLevel() + " " + record.getLoggerName() + " " + record.getSourceClassName() + "." + record.getSourceMethodName() + " " + new SimpleFormatter().formatMessage(record) + (record.getThrown() == null ? "" : " " + record.getThrown()));
        }

        @Override
        public void flush() { }

        @Override
        public void close() {
            lines.add("closed");
        }
    }

    static void speak(Logger logger) {
        logger.severe("severe");
        logger.warning(() -> "made warning");
        logger.info("info");
        logger.config("config");
        logger.log(Level.FINE, "fine {0} of {1}", new Object[] {1, "x"});
        logger.log(Level.FINER, "not formatted {", 5);
        logger.entering("Class", "method", "argument");
        logger.exiting("Class", "method");
        logger.throwing("Class", "method", new IllegalStateException("thrown"));
        logger.log(Level.WARNING, "with exception", new RuntimeException("cause"));
        logger.logp(Level.INFO, "Given", "source", "message");
    }

    public static void main(String[] arguments) throws Exception {
        Logger parent = Logger.getLogger("gnomon.test"), child = Logger.getLogger("gnomon.test.child.deep");
        Collecting collecting = new Collecting();
        parent.setUseParentHandlers(false);
        parent.addHandler(collecting);
        speak(child);
        System.out.println(collecting.lines);
        collecting.lines.clear();
        parent.setLevel(Level.ALL);
        collecting.setLevel(Level.FINER);
        speak(child);
        for (String line : collecting.lines) System.out.println(line);
        collecting.lines.clear();
        child.setLevel(Level.OFF);
        speak(child);
        System.out.println(collecting.lines + " " + child.isLoggable(Level.SEVERE) + " " + parent.isLoggable(Level.FINEST) + " " + child.getParent().getName() + " " + (Logger.getLogger("gnomon.test") == parent));
        child.setLevel(null);
        Filter filter = record -> record.getMessage().startsWith("w");
        child.setFilter(filter);
        child.info("kept out");
        child.info("with filter");
        System.out.println(collecting.lines + " " + child.getFilter().equals(filter));

        Logger plain = Logger.getAnonymousLogger();
        plain.setUseParentHandlers(false);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Handler stream = new StreamHandler(bytes, new Formatter() {
            @Override
            public String getHead(Handler handler) {
                return "HEAD;";
            }

            @Override
            public String format(LogRecord record) {
                return record.getLevel().getName() + "=" + formatMessage(record) + ";";
            }

            @Override
            public String getTail(Handler handler) {
                return "TAIL";
            }
        });
        MemoryHandler memory = new MemoryHandler(stream, 3, Level.SEVERE);
        plain.addHandler(memory);
        for (int i = 0; i < 5; i++) plain.log(Level.INFO, "record {0}", i);
        System.out.print(bytes.size() + " ");
        plain.severe("push");
        stream.close();
        System.out.println(bytes);
        LogRecord record = new LogRecord(Level.WARNING, "a <message> & {0}");
        record.setParameters(new Object[] {7});
        record.setInstant(java.time.Instant.ofEpochMilli(0));
        record.setLoggerName("name");
        record.setSourceClassName("C");
        record.setSourceMethodName("m");
        record.setLongThreadID(1);
        record.setSequenceNumber(9);
        System.out.println(new XMLFormatter().format(record).replaceAll("<(date|nanos|thread)>.*</\\1>", "<$1/>"));
        record.setThrown(new IllegalStateException("thrown"));
        String simple = new SimpleFormatter().format(record);
        System.out.println(simple.contains("WARNING: a <message> & 7") + " " + simple.contains("java.lang.IllegalStateException: thrown"));
        collecting.setErrorManager(new ErrorManager() {
            @Override
            public void error(String text, Exception thrown, int code) {
                System.out.println("error manager " + text + " " + thrown + " " + code);
            }
        });
        Handler failing = new StreamHandler(bytes, new Formatter() {
            @Override
            public String format(LogRecord failed) {
                throw new IllegalArgumentException("cannot format");
            }
        });
        failing.setErrorManager(collecting.getErrorManager());
        failing.publish(record);
        LogManager manager = LogManager.getLogManager();
        manager.updateConfiguration(new ByteArrayInputStream("gnomon.config.level=FINE\n".getBytes()), key -> (old, fresh) -> fresh == null ? old : fresh);
        System.out.println(Logger.getLogger("gnomon.config").getLevel() + " " + manager.getProperty("gnomon.config.level") + " " + Level.parse("850") + " " + Level.parse("SEVERE").intValue());
        try {
            Level.parse("LOUD");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        collecting.lines.clear();
        System.Logger system = System.getLogger("gnomon.test.system");
        system.log(System.Logger.Level.INFO, "through {0}", "System.Logger");
        system.log(System.Logger.Level.DEBUG, () -> "debug");
        System.out.println(collecting.lines + " " + system.isLoggable(System.Logger.Level.TRACE) + " " + system.getName());
        parent.removeHandler(collecting);
        System.out.println(parent.getHandlers().length);
    }
}
