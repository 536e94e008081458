import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.prefs.*;

// java.util.prefs: both roots, kept in files, written and read again, with listeners.
public class Preference {
    interface Body { Object run() throws Exception; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }

    static String names(String[] all) {
        Arrays.sort(all);
        return Arrays.toString(all);
    }

    static void use(Preferences root) throws Exception {
        Preferences node = root.node("gnomon/test/inner");
        System.out.println(root + " " + node + " " + node.isUserNode() + " " + node.parent().name() + " " + root.nodeExists("gnomon/test") + " " + root.nodeExists("none"));
        CountDownLatch told = new CountDownLatch(2);
        StringBuffer events = new StringBuffer();
        node.addPreferenceChangeListener(event -> { events.append(event.getKey() + "=" + event.getNewValue() + ";"); told.countDown(); });
        node.put("text", "välue with <signs> & \"quotes\"");
        node.putInt("int", 42);
        told.await(10, TimeUnit.SECONDS);
        System.out.println(events);
        node.putLong("long", 1L << 40);
        node.putBoolean("boolean", true);
        node.putDouble("double", 2.5);
        node.putByteArray("bytes", new byte[] {1, 2, 3, -4});
        node.put("Üñï/code", "x");
        Preferences other = root.node("gnomon/Ünïcode name/a.b");
        other.put("k", "v");
        root.flush();
        root.sync();
        System.out.println(node.get("text", "none") + " " + node.getInt("int", 0) + " " + node.getLong("long", 0) + " " + node.getBoolean("boolean", false) + " " + node.getDouble("double", 0)
            + " " + Arrays.toString(node.getByteArray("bytes", null)) + " " + node.get("missing", "default") + " " + node.getInt("text", 7));
        System.out.println(names(node.keys()) + " " + names(root.node("gnomon").childrenNames()));
        show("long key", () -> { node.put("k".repeat(81), "x"); return "done"; });
        show("long value", () -> { try { node.put("k", "x".repeat(8193)); return "done"; } catch (IllegalArgumentException e) { return e.getMessage().length(); } });
        show("long name", () -> root.node("n".repeat(81)));
        show("null", () -> { node.put(null, "x"); return "done"; });
        show("two slashes", () -> root.node("a//b"));
        show("slash at the end", () -> root.node("a/"));
        ByteArrayOutputStream xml = new ByteArrayOutputStream();
        other.exportSubtree(xml);
        System.out.println(xml.toString("UTF-8").contains("<entry key=\"k\" value=\"v\"/>"));
        other.removeNode();
        show("removed", () -> other.get("k", "none"));
        Preferences.importPreferences(new ByteArrayInputStream(xml.toByteArray()));
        System.out.println(root.node("gnomon/Ünïcode name/a.b").get("k", "none"));
        node.remove("int");
        System.out.println(node.getInt("int", -1));
        node.clear();
        System.out.println(node.keys().length);
        node.put("last", "one");
        root.flush();
    }

    // What lies in the files.
    static void list(File directory, String indent) {
        File[] all = directory.listFiles();
        if (all == null) return;
        Arrays.sort(all);
        for (File file : all) {
            if (file.getName().startsWith(".")) continue;
            System.out.println(indent + file.getName() + (file.isDirectory() ? "/" : file.length() > 0 ? "" : " empty"));
            list(file, indent + "  ");
        }
    }

    public static void main(String[] arguments) throws Exception {
        java.util.logging.Logger.getLogger("java.util.prefs").setLevel(java.util.logging.Level.WARNING);  // INFO says that a directory was made, and when
        use(Preferences.userRoot());
        use(Preferences.systemRoot());
        System.out.println(Preferences.userNodeForPackage(Map.class) + " " + Preferences.systemNodeForPackage(Preference.class));
        list(new File(System.getProperty("java.util.prefs.userRoot", System.getProperty("user.home")), ".java/.userPrefs"), "");
        list(new File(System.getProperty("java.util.prefs.systemRoot", "/etc/.java"), ".systemPrefs"), "");
    }
}
