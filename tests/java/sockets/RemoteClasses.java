import static other.net.Ends.*;

import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.util.*;
import java.util.jar.*;

// Classes and resources that a URLClassLoader gets by HTTP: one by one, and from a jar.
public class RemoteClasses {
    static byte[] file(String name) throws IOException {
        try (InputStream in = RemoteClasses.class.getClassLoader().getResourceAsStream(name)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    static byte[] jar() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, "sent");
        try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            for (String name : List.of("other/net/Sent.class", "other/net/Sent$1.class")) {
                out.putNextEntry(new JarEntry(name));
                out.write(file(name));
            }
            out.putNextEntry(new JarEntry("text.txt"));
            out.write("a resource".getBytes());
        }
        return bytes.toByteArray();
    }

    static void load(URL url) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {url}, ClassLoader.getPlatformClassLoader())) {
            Object made = loader.loadClass("other.net.Sent").getConstructor().newInstance();
            System.out.println(((java.util.function.Supplier<?>) made).get());
            URL resource = loader.getResource("text.txt");
            System.out.println(plain(resource) + " " + (resource == null ? null : new String(resource.openStream().readAllBytes())));
            attempt("no such class", () -> loader.loadClass("RemoteNothing"));
        }
    }

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(here(), 0);
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        server.createContext("/", exchange -> {
            String name = exchange.getRequestURI().getPath().substring(1);
            asked.add(exchange.getRequestMethod() + " " + name);
            byte[] found = name.equals("all.jar") ? jar() : file(name);
            exchange.sendResponseHeaders(found == null ? 404 : 200, found == null ? -1 : found.length);
            if (found != null && !exchange.getRequestMethod().equals("HEAD")) exchange.getResponseBody().write(found);
            exchange.close();
        });
        server.start();
        URL base = new URL("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        load(base);
        load(new URL(base, "all.jar"));
        JarURLConnection jar = (JarURLConnection) new URL("jar:" + base + "all.jar!/text.txt").openConnection();
        System.out.println(jar.getManifest().getMainAttributes().getValue("Implementation-Title") + " " + jar.getEntryName() + " " + jar.getContentLength());
        System.out.println(new TreeSet<>(asked));
        server.stop(0);
    }
}
