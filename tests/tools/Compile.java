import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;

/** Compiles the sources that it is given, shows a digest of each class, and runs the classes that have a main method;
 * then other tools look at what came of it. */
public class Compile {
    private static void compile(String... sources) throws Exception {
        JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-Xlint:all", "-g", "-d", "out");
            boolean done = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(sources)).call();
            System.out.println("compiled: " + done);
            System.out.print(messages);
        }
    }

    private static List<Path> classes() throws Exception {
        try (Stream<Path> all = Files.walk(Path.of("out"))) {
            return all.filter(path -> path.toString().endsWith(".class")).sorted().collect(Collectors.toList());
        }
    }

    private static void showDigests() throws Exception {
        for (Path path : classes()) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(path));
            System.out.println(path + " " + Files.size(path) + " " + HexFormat.of().formatHex(digest));
        }
    }

    private static void runAll(String... sources) throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[] {Path.of("out").toUri().toURL()});
        for (String source : sources) {
            String name = source.replace(".java", "");
            System.out.println("---- " + name);
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }

    private static void tool(String name, String... arguments) {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        int status = ToolProvider.findFirst(name).orElseThrow().run(writer, writer, arguments);
        System.out.println("---- " + name + ": status " + status + "\n" + out);
    }

    public static void main(String[] arguments) throws Exception {
        compile(arguments);
        showDigests();
        runAll(arguments);
        Files.writeString(Path.of("Wrong.java"), "class Wrong {\n    int twice(String s) { return 2 * s; }\n    Missing m;\n}\n");
        compile("Wrong.java");
        tool("jar", "--create", "--file", "out.jar", "-C", "out", ".");
        tool("jar", "--list", "--file", "out.jar");
        tool("jdeps", "-summary", "out.jar");
        tool("javap", "-p", "-c", "-cp", "out", "SwitchExpressions");
    }
}
