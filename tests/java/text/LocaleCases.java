import java.util.Arrays;
import java.util.Calendar;
import java.util.Currency;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.Set;
import java.util.TreeSet;

/** Locale: tags, builders, extensions, display names; Currency. */
public class LocaleCases {
    public static void main(String[] arguments) {
        for (String tag : List.of("en", "en-US", "zh-Hant-TW", "sr-Latn-RS", "de-DE-1996", "sl-rozaj-biske", "ja-JP-u-ca-japanese-nu-jpan", "x-private", "i-klingon", "en-GB-oed", "und", "th-TH-u-nu-thai-x-a-b", "bad_tag-!", "no-NO-NY", "iw", "a-DE")) {
            Locale locale = Locale.forLanguageTag(tag);
            System.out.println(tag + " -> " + locale + " " + locale.toLanguageTag() + " [" + locale.getLanguage() + "|" + locale.getScript() + "|" + locale.getCountry() + "|" + locale.getVariant() + "] " + locale.getExtensionKeys() + " " + locale.getUnicodeLocaleKeys() + " " + locale.hasExtensions());
        }
        for (Locale locale : List.of(Locale.US, Locale.GERMANY, Locale.JAPAN, Locale.forLanguageTag("sr-Latn-RS"), new Locale("es", "MX"), Locale.ROOT))
            System.out.println(locale.getDisplayName(Locale.ENGLISH) + " / " + locale.getDisplayName(Locale.GERMAN) + " / " + locale.getDisplayLanguage(Locale.FRENCH) + " / " + locale.getDisplayCountry(Locale.JAPANESE) + " / " + locale.getDisplayScript(Locale.ENGLISH));
        for (String[] codes : new String[][] {{"en", "US"}, {"de", "CH"}, {"ja", "JP"}}) {
            Locale locale = new Locale(codes[0], codes[1]);
            System.out.println(locale.getISO3Language() + " " + locale.getISO3Country() + " " + locale.hashCode() + " " + locale.equals(Locale.US));
        }
        try {
            new Locale("xx", "YY").getISO3Country();
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Locale.Builder().setLanguage("english!");
        } catch (IllformedLocaleException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Locale.Builder().setLanguage("sr").setScript("cyrl").setRegion("rs").setVariant("polyton").setExtension('u', "co-phonebk").setUnicodeLocaleKeyword("ca", "buddhist").addUnicodeLocaleAttribute("attr").build());
        System.out.println(Locale.lookup(Locale.LanguageRange.parse("de-CH,fr;q=0.8,*;q=0.1"), List.of(Locale.FRENCH, Locale.GERMAN)) + " " + Locale.filter(Locale.LanguageRange.parse("zh-*"), List.of(Locale.CHINA, Locale.UK, Locale.TAIWAN)) + " " + Locale.LanguageRange.parse("en;q=0.5,de"));
        System.out.println(Locale.getISOCountries().length + " " + Locale.getISOLanguages().length + " " + Arrays.asList(Locale.getAvailableLocales()).contains(Locale.forLanguageTag("cy-GB")) + " " + Locale.getDefault().getLanguage() + " " + Locale.forLanguageTag("de-u-co-phonebk").stripExtensions());

        for (String code : List.of("USD", "EUR", "JPY", "CHF", "XAU", "BHD")) {
            Currency currency = Currency.getInstance(code);
            System.out.println(currency + " " + currency.getDefaultFractionDigits() + " " + currency.getNumericCodeAsString() + " " + currency.getSymbol(Locale.US) + " " + currency.getSymbol(Locale.GERMANY) + " " + currency.getDisplayName(Locale.ENGLISH) + " " + currency.getDisplayName(Locale.FRENCH));
        }
        System.out.println(Currency.getInstance(Locale.UK) + " " + Currency.getInstance(Locale.forLanguageTag("de-AT")) + " " + Currency.getInstance(new Locale("", "AQ")) + " " + Currency.getAvailableCurrencies().size());
        for (String bad : new String[] {"ABCD", "ZZZ"}) {
            try {
                Currency.getInstance(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e);
            }
        }
        Set<String> first = new TreeSet<>();
        for (String tag : List.of("en-US", "de-DE", "ar-EG", "en-GB", "he-IL")) first.add(tag + Calendar.getInstance(Locale.forLanguageTag(tag)).getFirstDayOfWeek() + Calendar.getInstance(Locale.forLanguageTag(tag)).getMinimalDaysInFirstWeek());
        System.out.println(first);
    }
}
