import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A recursive-descent reader of a text of objects, lists, strings and numbers, a character a string: short strings are
 * made and compared. */
class Parse {
    private static final String TEXT = text();
    private final String text;
    private int index = -1;
    private String current;

    private Parse(String text) {
        this.text = text;
        next();
    }

    private static String text() {
        StringBuilder text = new StringBuilder("{\"rows\":[");
        for (int i = 0; i < 120; i++) {
            if (i > 0) text.append(", ");
            text.append("{\"name\": \"row ").append(i).append("\", \"size\": ").append(i * 37).append(", \"flags\": [true, false, null, -").append(i).append(".5]}");
        }
        return text.append("]}").toString();
    }

    private void next() {
        index++;
        current = index < text.length() ? text.substring(index, index + 1) : null;
    }

    private boolean accept(String wanted) {
        if (!wanted.equals(current)) return false;
        next();
        return true;
    }

    private void expect(String wanted) {
        if (!accept(wanted)) throw new IllegalStateException(wanted + " at " + index);
    }

    private boolean isSpace() {
        return " ".equals(current) || "\t".equals(current) || "\n".equals(current) || "\r".equals(current);
    }

    private void skip() {
        while (isSpace()) next();
    }

    private boolean isDigit() {
        return "0".equals(current) || "1".equals(current) || "2".equals(current) || "3".equals(current) || "4".equals(current) || "5".equals(current)
            || "6".equals(current) || "7".equals(current) || "8".equals(current) || "9".equals(current);
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        expect("\"");
        while (!"\"".equals(current)) {
            word.append(current);
            next();
        }
        next();
        return word.toString();
    }

    private Object constant(String name, Object value) {
        for (int i = 0; i < name.length(); i++) expect(name.substring(i, i + 1));
        return value;
    }

    private Object number() {
        int start = index;
        accept("-");
        while (isDigit()) next();
        if (accept(".")) {
            while (isDigit()) next();
        }
        return text.substring(start, index);
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        expect("[");
        do {
            skip();
            list.add(value());
            skip();
        } while (accept(","));
        expect("]");
        return list;
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new HashMap<>();
        expect("{");
        do {
            skip();
            String name = word();
            skip();
            expect(":");
            skip();
            object.put(name, value());
            skip();
        } while (accept(","));
        expect("}");
        return object;
    }

    private Object value() {
        switch (current) {
            case "{": return object();
            case "[": return list();
            case "\"": return word();
            case "t": return constant("true", Boolean.TRUE);
            case "f": return constant("false", Boolean.FALSE);
            case "n": return constant("null", null);
            default: return number();
        }
    }

    private static int size(Object value) {
        int size = 1;
        if (value instanceof List<?> list) {
            for (Object each : list) size += size(each);
        } else if (value instanceof Map<?, ?> map) {
            for (Object each : map.values()) size += size(each);
        } else if (value instanceof String string) {
            size += string.length();
        }
        return size;
    }

    static int round() {
        return size(new Parse(TEXT).value());
    }
}
