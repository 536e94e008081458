import java.text.AttributedCharacterIterator;
import java.text.Format;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** MessageFormat: arguments of all kinds, quotes, nested choices, parsing, and what it refuses. */
public class MessageFormats {
    static void show(String pattern, Object... arguments) {
        try {
            System.out.println(new MessageFormat(pattern, Locale.US).format(arguments));
        } catch (IllegalArgumentException e) {
            System.out.println(pattern + " ! " + e.getMessage());
        }
    }

    public static void main(String[] arguments) throws ParseException {
        show("Hello {0}, you are {1}", "World", 1234567);
        show("{1} before {0} and {0} again", "a", "b");
        show("{0,number} {0,number,integer} {0,number,percent} {0,number,#.##} {0,number,currency}", 1234.567);
        show("It''s '{0}' quoted '' {0} '{'", "x");
        show("There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files}.", 0);
        show("There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files}.", 1);
        show("There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files}.", 1273);
        show("{0} {1} {2}", null, true);
        show("{0}", (Object[]) null);
        show("{0} {1}", new int[0].length, Arrays.asList(1, 2));
        show("{0,date,yyyy-MM-dd}", "not a date");
        show("{0", 1);
        show("{x}", 1);
        show("{0,what}", 1);
        show("{-1}", 1);
        show("}{0}", 1);
        show("{0,number,0.0.0}", 1);

        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Date date = new Date(1700000000000L);
        show("{0,date} {0,date,short} {0,date,medium} {0,date,long} {0,date,full} {0,date,EEE dd.MM.yy}", date);
        show("{0,time} {0,time,short} {0,time,long} {0,time,HH:mm:ss.SSS} {0}", date);
        System.out.println(new MessageFormat("{0,date,long} {1}", Locale.GERMANY).format(new Object[] {date, 1234.5}) + " " + new MessageFormat("{0,date,full}", Locale.FRANCE).format(new Object[] {date}));
        TimeZone.setDefault(before);

        MessageFormat format = new MessageFormat("{0} of {1,number,integer}: {2}", Locale.US);
        System.out.println(Arrays.toString(format.parse("page of 1,200: the rest")) + " " + format.toPattern() + " " + format.getFormats().length);
        try {
            format.parse("nothing");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        format.setFormatByArgumentIndex(1, NumberFormat.getPercentInstance(Locale.US));
        format.setFormats(new Format[] {null, NumberFormat.getInstance(Locale.GERMANY)});
        System.out.println(format.format(new Object[] {"x", 1234.5, "y"}) + " " + format.equals(format.clone()) + " " + MessageFormat.format("{0}-{1}", 1, "z"));
        AttributedCharacterIterator iterator = new MessageFormat("a{0}b{1}", Locale.US).formatToCharacterIterator(new Object[] {"X", 5});
        StringBuilder runs = new StringBuilder();
        while (iterator.getIndex() < iterator.getEndIndex()) {
            runs.append(iterator.getIndex()).append('-').append(iterator.getRunLimit()).append(iterator.getAttributes().get(MessageFormat.Field.ARGUMENT)).append(' ');
            iterator.setIndex(iterator.getRunLimit());
        }
        System.out.println(runs);
    }
}
