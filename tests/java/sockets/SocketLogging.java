import java.io.*;
import java.net.*;
import java.util.logging.*;

// java.util.logging's SocketHandler, and a thread that reads what it sends.
public class SocketLogging {
    static class Short extends Formatter {
        @Override public String format(LogRecord record) { return record.getLevel().getName() + " " + record.getLoggerName() + " " + formatMessage(record) + "\n"; }
        @Override public String getHead(Handler handler) { return "begin\n"; }
        @Override public String getTail(Handler handler) { return "end\n"; }
    }

    static void refused(int port) throws IOException {
        try {
            new SocketHandler("127.0.0.1", port);
        } catch (ConnectException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        SocketHandler handler = new SocketHandler("localhost", server.getLocalPort());
        System.out.println(handler.getLevel() + " " + handler.getFormatter().getClass().getName());
        handler.setFormatter(new Short());
        Logger log = Logger.getLogger("sent.elsewhere");
        log.setUseParentHandlers(false);
        log.addHandler(handler);
        handler.setLevel(Level.INFO);
        Socket reader = server.accept();
        BufferedReader lines = new BufferedReader(new InputStreamReader(reader.getInputStream()));
        log.info("one");
        log.log(Level.WARNING, "{0} of {1}", new Object[] {2, "three"});
        log.fine("too fine");
        for (int i = 0; i < 3; i++) System.out.println(lines.readLine());
        handler.close();
        for (String line; (line = lines.readLine()) != null;) System.out.println(line);
        log.info("nobody hears");
        server.close();
        refused(server.getLocalPort());
        log.removeHandler(handler);
    }
}
