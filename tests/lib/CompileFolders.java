import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/**
 * Compiles the sources of each folder by themselves, all in one virtual machine: a javac for each test would start one
 * each time. Arguments: where the classes go (below it in a folder of the sources' name), the class path, and the
 * sources. Folders that others use come first.
 */
public class CompileFolders {
    public static void main(String[] arguments) {
        Map<String, List<String>> folders = new LinkedHashMap<>();
        for (int i = 2; i < arguments.length; i++) {
            folders.computeIfAbsent(new File(arguments[i]).getParent(), folder -> new ArrayList<>()).add(arguments[i]);
        }
        String classPath = arguments[1];
        for (Map.Entry<String, List<String>> folder : folders.entrySet()) {
            String classes = arguments[0] + "/" + folder.getKey();
            new File(classes).mkdirs();
            // The options of compile() in tests/lib/Gnomon.pm
            List<String> options = new ArrayList<>(List.of("-XDstringConcat=inline", "-nowarn", "-cp", classPath, "-d", classes));
            options.addAll(folder.getValue());
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)) != 0) System.exit(1);
        }
    }
}
