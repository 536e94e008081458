import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.BitField;
import org.apache.commons.lang3.BooleanUtils;
import org.apache.commons.lang3.CharSetUtils;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.Conversion;
import org.apache.commons.lang3.EnumUtils;
import org.apache.commons.lang3.LocaleUtils;
import org.apache.commons.lang3.ObjectUtils;
import org.apache.commons.lang3.RandomStringUtils;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.SystemUtils;
import org.apache.commons.lang3.Validate;
import org.apache.commons.lang3.builder.CompareToBuilder;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ReflectionToStringBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.concurrent.LazyInitializer;
import org.apache.commons.lang3.exception.ContextedRuntimeException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.reflect.ConstructorUtils;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.reflect.TypeUtils;
import org.apache.commons.lang3.text.StrSubstitutor;
import org.apache.commons.lang3.text.WordUtils;
import org.apache.commons.lang3.time.DateUtils;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.FastDateFormat;
import org.apache.commons.lang3.tuple.ImmutablePair;
import org.apache.commons.lang3.tuple.Pair;
import org.apache.commons.lang3.tuple.Triple;

/** commons-lang3: strings, builders by reflection, reflection helpers, dates, numbers. */
@SuppressWarnings("deprecation")
public class Lang3 {
    enum Colour { RED, GREEN }

    public static class Person implements java.io.Serializable, Comparable<Person> {
        private static final long serialVersionUID = 1;
        public String name;
        private final int age;
        private final double[] marks = {1.5, 2};
        transient String hidden = "h";

        public Person(String name, Integer age) {
            this.name = name;
            this.age = age;
        }

        public String greet(String other, int times) {
            return StringUtils.repeat(name + " greets " + other, "; ", times);
        }

        @Override
        public boolean equals(Object other) {
            return EqualsBuilder.reflectionEquals(this, other);
        }

        @Override
        public int hashCode() {
            return new HashCodeBuilder(17, 37).append(name).append(age).append(marks).toHashCode();
        }

        @Override
        public int compareTo(Person other) {
            return new CompareToBuilder().append(name, other.name).append(age, other.age).toComparison();
        }

        @Override
        public String toString() {
            return new ToStringBuilder(this, ToStringStyle.SHORT_PREFIX_STYLE).append("name", name).append("age", age).append("marks", marks).toString();
        }
    }

    static void strings() {
        System.out.println(StringUtils.abbreviate("The quick brown fox", 12) + " " + StringUtils.capitalize("word") + " " + StringUtils.center("mid", 9, '*') + " " + StringUtils.chomp("line\r\n") + " " + StringUtils.countMatches("abcabc", "bc") + " " + StringUtils.difference("abcde", "abxyz") + " " + StringUtils.getLevenshteinDistance("kitten", "sitting") + " " + StringUtils.reverse("abc") + " " + StringUtils.rotate("abcdef", 2));
        System.out.println(Arrays.toString(StringUtils.split("a,b;c", ",;")) + " " + Arrays.toString(StringUtils.splitByCharacterTypeCamelCase("fooBarXMLParser12")) + " " + StringUtils.join(new int[] {1, 2, 3}, '-') + " " + StringUtils.stripAccents("\u00e9t\u00e9 \u0141") + " " + StringUtils.substringBetween("a[b]c", "[", "]") + " " + StringUtils.swapCase("aBc") + " " + StringUtils.leftPad("7", 3, '0') + " " + StringUtils.isNumeric("123") + " " + StringUtils.isBlank(" \t") + " " + StringUtils.getCommonPrefix("interview", "internet") + " " + StringUtils.overlay("abcdef", "zzz", 2, 4) + " " + StringUtils.normalizeSpace(" a   b "));
        System.out.println(WordUtils.capitalizeFully("some wORDS here") + " " + WordUtils.wrap("a fairly long line to be wrapped", 12).replace("\n", "|") + " " + WordUtils.initials("Ben John Lee") + " " + StringEscapeUtils.escapeJava("q\"\n\u20ac") + " " + StringEscapeUtils.escapeHtml4("<a & \u00e9>") + " " + StringEscapeUtils.unescapeXml("&lt;&#65;&gt;") + " " + StringEscapeUtils.escapeCsv("a,\"b\"") + " " + new StrSubstitutor(Map.of("who", "world", "deep", "${who}!")).replace("hello ${deep} ${none:-default}") + " " + CharSetUtils.count("hello", "k-p") + " " + RandomStringUtils.random(5, "a").length());
    }

    public static void main(String[] arguments) throws Exception {
        strings();
        Person zoe = new Person("Zoe", 30), adam = new Person("Adam", 41), copy = SerializationUtils.clone(zoe);
        System.out.println(zoe + " " + zoe.equals(copy) + " " + zoe.equals(adam) + " " + zoe.hashCode() + " " + zoe.compareTo(adam) + " " + copy.hidden + " " + ReflectionToStringBuilder.toString(adam, ToStringStyle.JSON_STYLE) + " " + ReflectionToStringBuilder.toString(zoe, ToStringStyle.NO_CLASS_NAME_STYLE));
        System.out.println(MethodUtils.invokeMethod(zoe, "greet", "Adam", 2) + " | " + FieldUtils.readField(zoe, "age", true) + " " + ConstructorUtils.invokeConstructor(Person.class, "New", 5) + " " + FieldUtils.getAllFieldsList(Person.class).size() + " " + MethodUtils.getAccessibleMethod(Person.class, "greet", String.class, int.class).getName() + " " + TypeUtils.toString(Lang3.class.getDeclaredMethod("generic", Map.class).getGenericParameterTypes()[0]) + " " + TypeUtils.isAssignable(Integer.class, Number.class));
        FieldUtils.writeField(zoe, "name", "Changed");
        try {
            MethodUtils.invokeExactMethod(zoe, "none");
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(zoe.name + " " + ClassUtils.getShortClassName(Map.Entry.class) + " " + ClassUtils.getAllInterfaces(ArrayList.class) + " " + ClassUtils.getAllSuperclasses(Integer.class) + " " + ClassUtils.primitiveToWrapper(int.class) + " " + ClassUtils.getAbbreviatedName("org.apache.commons.lang3.ClassUtils", 20) + " " + ClassUtils.getClass("int[][]"));
        System.out.println(Arrays.toString(ArrayUtils.add(new int[] {1, 2}, 3)) + Arrays.toString(ArrayUtils.removeElements(new String[] {"a", "b", "a"}, "a")) + Arrays.toString(ArrayUtils.toObject(new char[] {'x'})) + ArrayUtils.indexOf(new double[] {1, 2.5}, 2.4, 0.2) + ArrayUtils.toString(new int[][] {{1}, {2, 3}}) + Arrays.toString(ArrayUtils.insert(1, new long[] {1, 4}, 2, 3)) + ArrayUtils.isSorted(new int[] {1, 2, 2}) + ArrayUtils.toMap(new String[][] {{"k", "v"}}));
        System.out.println(NumberUtils.isCreatable("0x1F") + " " + NumberUtils.toInt("x", -1) + " " + NumberUtils.createNumber("123456789012") + " " + NumberUtils.createNumber("1.5f").getClass().getSimpleName() + " " + NumberUtils.max(3, 9, 4) + " " + Fraction.getFraction(6, 8).reduce().add(Fraction.getFraction("1 1/2")) + " " + Fraction.getFraction(0.125).pow(2) + " " + new BitField(0xF0).setValue(0, 5) + " " + Conversion.intToHexDigit(11) + " " + BooleanUtils.toBoolean("yes") + " " + BooleanUtils.xor(new boolean[] {true, false, true}) + " " + Range.between(1, 10).intersectionWith(Range.between(5, 20)) + " " + new MutableInt(4).incrementAndGet());
        System.out.println(EnumUtils.getEnumMap(Colour.class) + " " + EnumUtils.isValidEnum(Colour.class, "BLUE") + " " + EnumUtils.generateBitVector(Colour.class, Colour.GREEN) + " " + LocaleUtils.toLocale("de_CH").getDisplayCountry(Locale.ENGLISH) + " " + LocaleUtils.localeLookupList(new Locale("fr", "CA", "x")) + " " + ObjectUtils.firstNonNull(null, "first") + " " + ObjectUtils.median(3, 1, 2) + " " + ObjectUtils.compare(null, 1) + " " + Pair.of("l", 1) + " " + Triple.of(1, 2, 3).getMiddle() + " " + ImmutablePair.of("a", "b").compareTo(ImmutablePair.of("a", "c")) + " " + SystemUtils.IS_OS_LINUX + " " + SystemUtils.isJavaVersionAtLeast(org.apache.commons.lang3.JavaVersion.JAVA_17));
        TimeZone utc = TimeZone.getTimeZone("UTC");
        Date date = new Date(1_700_000_000_000L);
        Calendar calendar = new GregorianCalendar(utc, Locale.US);
        calendar.setTime(date);
        System.out.println(FastDateFormat.getInstance("yyyy-MM-dd'T'HH:mm:ss.SSS EEE MMM z", utc, Locale.GERMANY).format(date) + " " + FastDateFormat.getInstance("dd/MM/yy HH:mm", utc, Locale.US).parse("05/06/24 07:08").getTime() + " " + DateUtils.truncate(calendar, Calendar.HOUR).getTimeInMillis() + " " + DateUtils.addDays(date, 40).getTime() + " " + DateUtils.getFragmentInMinutes(calendar, Calendar.DAY_OF_YEAR) + " " + DurationFormatUtils.formatDurationWords(93_784_000L, true, true) + " " + DurationFormatUtils.formatPeriod(0, 1_700_000_000_000L, "y'y' M'm' d'd'", true, utc) + " " + DurationFormatUtils.formatDurationHMS(3_723_004));
        Throwable nested = new IllegalStateException("outer", new java.io.IOException("inner"));
        System.out.println(ExceptionUtils.getRootCauseMessage(nested) + " " + ExceptionUtils.indexOfType(nested, java.io.IOException.class) + " " + ExceptionUtils.getThrowableCount(nested) + " " + ExceptionUtils.getStackFrames(nested)[1].trim() + " " + new ContextedRuntimeException("context").addContextValue("k", 5).getMessage().replace("\n", "|"));
        try {
            Validate.isTrue(3 < 2, "not %d", 5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Validate.noNullElements(new Object[] {1, null});
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new LazyInitializer<String>() {
            @Override
            protected String initialize() {
                return "lazy";
            }
        }.get());
        List<String> names = new ArrayList<>();
        for (Method method : MethodUtils.getMethodsListWithAnnotation(Lang3.class, Deprecated.class)) names.add(method.getName());
        System.out.println(names + " " + new TreeMap<>(Map.of(Pair.of(2, "b"), 1, Pair.of(1, "z"), 2)));
    }

    @Deprecated
    public static void generic(Map<String, ? extends List<Integer[]>> map) { }
}
