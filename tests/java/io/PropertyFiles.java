import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.InvalidPropertiesFormatException;
import java.util.Properties;
import java.util.TreeMap;

/** Properties: the text format in all its corners, storing, defaults, XML. */
public class PropertyFiles {
    public static void main(String[] arguments) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader("# comment\n! another\nplain=value\n  spaced   :   out  \ncolon:c\nspace s p\nempty\nempty2=\ncontinued = one, \\\n    two, \\\n\n"
            + "escaped\\ key\\=x = \\u0041\\t\\n\\\\ \\q\nlast\\\\\nsame=1\nsame=2\n\u00e9=latin\nodd\\\\\\=k=v"));
        System.out.println(new TreeMap<>(properties).toString().replace("\n", "$").replace("\t", ">"));
        try {
            properties.load(new StringReader("bad=\\u00zz"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Properties defaults = new Properties();
        defaults.setProperty("a", "default a");
        Properties child = new Properties(defaults);
        child.setProperty("b", "own");
        System.out.println(child.getProperty("a") + " " + child.getProperty("b") + " " + child.getProperty("c") + " " + child.getProperty("c", "else") + " " + child.size() + " " + child.stringPropertyNames().size() + " " + child.get("a") + " " + child.containsKey("a"));
        child.put("number", 5);
        System.out.println(child.getProperty("number") + " " + child.get("number"));
        try {
            child.store(new StringWriter(), null);
        } catch (ClassCastException e) {
            System.out.println("only strings are stored");
        }
        Properties stored = new Properties();
        stored.setProperty("key with space", " leading = : # ! \u20ac\ttab");
        StringWriter writer = new StringWriter();
        stored.store(writer, "a comment\nof two lines \u20ac");
        String[] lines = writer.toString().split("\n");
        for (String line : lines) if (!line.matches("#\\w{3} \\w{3} \\d.*")) System.out.println(line);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        stored.store(bytes, null);
        Properties back = new Properties();
        back.load(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(back.equals(stored) + " " + bytes.toString().contains("\\u20AC") + " " + back.hashCode() + " " + back);
        bytes.reset();
        stored.storeToXML(bytes, "xml & comment");
        System.out.println(bytes);
        back.clear();
        back.loadFromXML(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(back.equals(stored));
        try {
            back.loadFromXML(new ByteArrayInputStream("<properties><entry></properties>".getBytes()));
        } catch (InvalidPropertiesFormatException e) {
            System.out.println("not well formed");
        }
        StringWriter list = new StringWriter();
        child.remove("number");
        child.list(new java.io.PrintWriter(list, true));
        System.out.println(list.toString().lines().sorted().toList());
        System.out.println(System.getProperty("no.such") + " " + System.setProperty("gnomon.PropertyFiles", "x") + " " + System.clearProperty("gnomon.PropertyFiles") + " " + Boolean.getBoolean("none") + " " + System.getProperty("line.separator").length());
        try {
            System.getProperty("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
