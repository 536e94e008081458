/** Interned strings: as many as there is time for, of which few live. */
public class Interned {
    public static void main(String[] arguments) {
        String kept = ("kept" + 1).intern();
        int same = 0, length = 0;
        for (int i = 0; i < 400_000; i++) {
            String text = ("a string of some length that is interned, number " + i % 300_000).intern();
            if (i % 1000 == 0 && text == ("a string of some length that is interned, number " + i % 300_000).intern()) same++;
            length += text.length();
        }
        System.out.println(same + " " + length + " " + (kept == "kept1") + " " + (("ke" + "pt1") == kept));
        System.gc();
        System.out.println(kept == new String("kept1").intern());
        String[] some = new String[2000];
        for (int i = 0; i < some.length; i++) some[i] = ("some " + i).intern();
        System.gc();
        boolean all = true;
        for (int i = 0; i < some.length; i++) all &= some[i] == ("some " + i).intern();
        System.out.println(all);
    }
}
