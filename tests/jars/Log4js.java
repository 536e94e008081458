import java.io.*;
import java.net.*;
import java.util.concurrent.*;
import org.apache.log4j.*;
import org.apache.log4j.net.*;
import org.apache.log4j.spi.LoggingEvent;

// log4j's socket appender, at whose other end events are read as objects, and its SocketNode, which gives them to
// loggers of its own.
public class Log4js {
    public static void main(String[] arguments) throws Exception {
        Logger.getRootLogger().addAppender(new org.apache.log4j.varia.NullAppender());
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread reader = new Thread(() -> {
            try (Socket socket = server.accept(); ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(socket.getInputStream()))) {
                for (;;) {
                    LoggingEvent event = (LoggingEvent)in.readObject();
                    String[] thrown = event.getThrowableStrRep();
                    lines.add(event.getLevel() + " " + event.getLoggerName() + " " + event.getThreadName() + " " + event.getRenderedMessage() + " " + event.getMDC("user") + (thrown == null ? "" : " " + thrown[0]));
                }
            } catch (EOFException e) {
                lines.add("end");
            } catch (Exception e) {
                lines.add(e.toString());
            }
        });
        reader.start();
        SocketAppender appender = new SocketAppender(InetAddress.getLoopbackAddress(), server.getLocalPort());
        Logger log = Logger.getLogger("orders");
        log.setAdditivity(false);
        log.addAppender(appender);
        MDC.put("user", "someone");
        for (int i = 0; i < 20; i++) log.info("order " + i);
        log.debug("detail");
        log.error("it failed", new IllegalArgumentException("three"));
        appender.close();
        reader.join();
        for (String line : lines) System.out.println(line);

        Thread[] threads = new Thread[3];
        SocketAppender second = new SocketAppender(InetAddress.getLoopbackAddress(), server.getLocalPort());
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        Hierarchy there = new Hierarchy(new org.apache.log4j.spi.RootLogger(Level.WARN));
        there.getRootLogger().addAppender(new AppenderSkeleton() {
            @Override protected void append(LoggingEvent event) { received.add(event.getRenderedMessage().toString()); }
            @Override public void close() {}
            @Override public boolean requiresLayout() { return false; }
        });
        Thread node = new Thread(new SocketNode(server.accept(), there));
        node.start();
        log.removeAllAppenders();
        log.addAppender(second);
        for (int t = 0; t < threads.length; t++) {
            int who = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 20; i++) (i % 2 == 0 ? (Runnable)() -> log.warn("from " + who) : (Runnable)() -> log.info("not this")).run();
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        second.close();
        node.join();
        server.close();
        java.util.List<String> sorted = new java.util.ArrayList<>(received);
        java.util.Collections.sort(sorted);
        System.out.println(sorted.size() + " " + new java.util.TreeSet<>(sorted));
    }
}
