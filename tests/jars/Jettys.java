import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.*;
import javax.servlet.http.*;
import org.eclipse.jetty.server.*;
import org.eclipse.jetty.servlet.*;
import org.eclipse.jetty.util.log.*;

// Jetty with servlets, asked by several clients at once: parameters, bodies, a session, what there is not, and an
// exception.
public class Jettys {
    public static class Greets extends HttpServlet {
        @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            Integer count = (Integer)session.getAttribute("count");
            session.setAttribute("count", count == null ? 1 : count + 1);
            response.setContentType("text/plain");
            response.getWriter().println("hello " + request.getParameter("name") + " " + session.getAttribute("count"));
        }
        @Override protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = request.getInputStream().readAllBytes();
            response.setStatus(HttpServletResponse.SC_CREATED);
            response.getOutputStream().write(body);
        }
        @Override protected void doDelete(HttpServletRequest request, HttpServletResponse response) { throw new IllegalStateException("no"); }
    }

    static String ask(String method, String url, byte[] body, String cookie, StringBuilder newCookie) throws IOException {
        HttpURLConnection c = (HttpURLConnection)new URL(url).openConnection();
        c.setRequestMethod(method);
        if (cookie != null) c.setRequestProperty("Cookie", cookie);
        if (body != null) {
            c.setDoOutput(true);
            c.getOutputStream().write(body);
        }
        int status = c.getResponseCode();
        if (newCookie != null) newCookie.append(c.getHeaderField("Set-Cookie").replaceAll(";.*", ""));
        InputStream in = status < 400 ? c.getInputStream() : c.getErrorStream();
        byte[] answer = in.readAllBytes();
        return status + " " + c.getContentType() + " " + (answer.length < 100 ? new String(answer, StandardCharsets.UTF_8).trim() : answer.length > 1000 ? answer.length + " bytes" : "a page");
    }

    public static void main(String[] arguments) throws Exception {
        System.setProperty("org.eclipse.jetty.util.log.announce", "false");
        Log.setLog(new StdErrLog());
        ((StdErrLog)Log.getLog()).setLevel(AbstractLogger.LEVEL_OFF);
        Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
        context.addServlet(Greets.class, "/greet");
        server.setHandler(context);
        server.start();
        String base = "http://127.0.0.1:" + ((ServerConnector)server.getConnectors()[0]).getLocalPort();
        StringBuilder cookie = new StringBuilder();
        System.out.println(ask("GET", base + "/greet?name=first", null, null, cookie));
        System.out.println(ask("GET", base + "/greet?name=second+one", null, cookie.toString(), null));
        System.out.println(ask("POST", base + "/greet", new byte[200_000], null, null));
        System.out.println(ask("GET", base + "/nowhere", null, null, null));
        System.out.println(ask("DELETE", base + "/greet", null, null, null).replaceAll("text/html.*", "text/html"));
        ExecutorService clients = Executors.newFixedThreadPool(4);
        java.util.List<Future<String>> all = new java.util.ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int who = i;
            all.add(clients.submit(() -> ask("GET", base + "/greet?name=" + who, null, null, null)));
        }
        for (Future<String> one : all) System.out.println(one.get());
        clients.shutdown();
        server.stop();
        System.out.println(server.getState());
    }
}
