import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;

/** ResourceBundle: classes as bundles, the chain of parents, candidates, a control of one's own, properties, what is
 * missing. */
public class ResourceBundles {
    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"greeting", "Hello"}, {"farewell", "Bye"}, {"count", 3}, {"list", new String[] {"a", "b"}}};
        }
    }

    public static class Texts_de extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"greeting", "Hallo"}};
        }
    }

    public static class Texts_de_CH extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"farewell", "Adieu"}};
        }
    }

    static final class Properties extends ResourceBundle.Control {
        final List<String> asked = new ArrayList<>();

        @Override
        public List<String> getFormats(String base) {
            return List.of("text");
        }

        @Override
        public ResourceBundle newBundle(String base, Locale locale, String format, ClassLoader loader, boolean reload) throws IOException {
            String name = toBundleName(base, locale);
            asked.add(name);
            return locale.equals(Locale.FRENCH) ? new PropertyResourceBundle(new StringReader("title=Le titre\nescaped = a\\u00e9\\\n   b\n# comment\n! too\nkey\\ with\\ space:x\nempty")) : null;
        }

        @Override
        public Locale getFallbackLocale(String base, Locale locale) {
            return null;
        }
    }

    static void show(ResourceBundle bundle) {
        List<String> keys = Collections.list(bundle.getKeys());
        Collections.sort(keys);
        System.out.println(bundle.getLocale() + " " + bundle.getString("greeting") + " " + bundle.getString("farewell") + " " + bundle.getObject("count") + " " + Arrays.toString(bundle.getStringArray("list")) + " " + keys + " " + bundle.keySet().size() + " " + bundle.containsKey("none"));
    }

    public static void main(String[] arguments) {
        String base = Texts.class.getName();
        ClassLoader loader = ResourceBundles.class.getClassLoader();
        ResourceBundle.Control plain = ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_CLASS);
        for (String tag : List.of("de-CH", "de-AT", "de", "fr", "en-US", "de-CH-x-lvariant-POSIX")) show(ResourceBundle.getBundle(base, Locale.forLanguageTag(tag), loader, plain));
        System.out.println(ResourceBundle.getBundle(base, Locale.GERMAN, loader, plain) == ResourceBundle.getBundle(base, Locale.GERMAN, loader, plain));
        ResourceBundle german = ResourceBundle.getBundle(base, Locale.GERMAN, loader, plain);
        try {
            german.getString("none");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " " + e.getKey() + " " + e.getClassName());
        }
        try {
            german.getString("count");
        } catch (ClassCastException e) {
            System.out.println("not a string");
        }
        try {
            ResourceBundle.getBundle("no.such.Bundle", Locale.ITALY, loader, plain);
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(plain.getCandidateLocales("x", Locale.forLanguageTag("zh-Hant-TW")) + " " + plain.getCandidateLocales("x", new Locale("no", "NO", "NY")) + " " + plain.toBundleName("p.Base", Locale.forLanguageTag("sr-Latn-RS")) + " " + plain.toResourceName("p.Base", "properties"));
        Properties control = new Properties();
        ResourceBundle french = ResourceBundle.getBundle("Anything", Locale.CANADA_FRENCH, loader, control);
        Enumeration<String> keys = french.getKeys();
        List<String> sorted = Collections.list(keys);
        Collections.sort(sorted);
        System.out.println(control.asked + " " + french.getLocale() + " " + sorted + " " + french.getString("title") + " " + french.getString("escaped") + " " + french.getString("key with space") + " [" + french.getString("empty") + "] " + french.getBaseBundleName());
        try {
            ResourceBundle.getBundle("Anything", Locale.JAPAN, loader, control);
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " " + control.asked);
        }
        ResourceBundle.clearCache(loader);
    }
}
