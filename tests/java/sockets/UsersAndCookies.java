import static other.net.Ends.*;

import com.sun.net.httpserver.*;
import java.net.*;
import java.net.Authenticator;
import java.util.*;

// HTTP clients that name their user when asked, and that remember cookies.
public class UsersAndCookies {
    static String get(URL url) throws Exception { return new String(url.openStream().readAllBytes()); }

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(here(), 0);
        server.createContext("/private", exchange -> {
            byte[] text = ("for " + exchange.getPrincipal().getUsername()).getBytes();
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        }).setAuthenticator(new BasicAuthenticator("inside") {
            @Override public boolean checkCredentials(String user, String password) { return password.equals("of " + user); }
        });
        server.createContext("/count", exchange -> {
            String cookie = exchange.getRequestHeaders().getFirst("Cookie");
            byte[] text = String.valueOf(cookie).getBytes();
            exchange.getResponseHeaders().add("Set-Cookie", "seen=" + (cookie == null ? 1 : cookie.length()) + "; Path=/count");
            exchange.getResponseHeaders().add("Set-Cookie", "other=x; Path=/elsewhere");
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
        URL base = new URL("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        attempt("nobody", () -> ((HttpURLConnection) new URL(base, "private").openConnection()).getResponseCode());
        List<String> asked = new ArrayList<>();
        Authenticator.setDefault(new Authenticator() {
            @Override protected PasswordAuthentication getPasswordAuthentication() {
                asked.add(getRequestingPrompt() + " " + getRequestingScheme() + " " + getRequestingHost() + " " + getRequestorType());
                return new PasswordAuthentication("me", "of me".toCharArray());
            }
        });
        System.out.println(get(new URL(base, "private")) + " " + get(new URL(base, "private/more")) + " " + asked);
        Authenticator.setDefault(null);
        CookieManager cookies = new CookieManager();
        CookieHandler.setDefault(cookies);
        for (int i = 0; i < 3; i++) System.out.println(get(new URL(base, "count")));
        System.out.println(cookies.getCookieStore().getCookies());
        CookieHandler.setDefault(null);
        System.out.println(get(new URL(base, "count")));
        System.out.println(HttpCookie.parse("Set-Cookie: a=b; Max-Age=3; Secure; HttpOnly").get(0).getMaxAge());
        server.stop(0);
    }
}
