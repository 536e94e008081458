/** Compound assignment and increments of every kind of variable: the operand is read before the right side is
 * evaluated, the target is evaluated once, the result is cut. */
public class CompoundAssignments {
    byte b = 100; short s = 30000; char c = 65000; int i = 5; long l = 5; float f = 5; double d = 5; boolean z; String t = "t";
    static byte sb = 100; static short ss = 30000; static char sc = 65000; static int si = 5; static long sl = 5; static float sf = 5; static double sd = 5; static boolean sz; static String st = "t";
    static int calls;

    CompoundAssignments self() { calls++; return this; }
    static int at(int index) { calls++; return index; }
    int set(int value) { i = value; return 1; }

    private void fields() {
        self().b += 100; self().s += 30000; self().c += 1000; self().i += 2.9; self().l *= 2.5f; self().f /= 3; self().d -= 1e-3; self().z |= true; self().t += 'x';
        System.out.println(b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d + " " + z + " " + t + " " + calls);
        System.out.println(self().b++ + " " + ++self().b + " " + self().s-- + " " + --self().s + " " + (int) self().c++ + " " + (int) ++self().c + " " + self().i++ + " " + ++self().i + " " + self().l-- + " " + --self().l + " " + self().f++ + " " + ++self().f + " " + self().d-- + " " + --self().d);
        System.out.println(b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d + " " + calls);
        i = 10; i += set(100); System.out.print(i + " ");
        i = 10; i = i + set(100); System.out.print(i + " ");
        i = 10; i -= i++ + ++i; System.out.print(i + " ");
        i = 10; i = i++ + i--; System.out.print(i + " ");
        i = 10; i <<= i >>= 1; System.out.println(i);
    }

    private static void statics() {
        sb += 100; ss += 30000; sc += 1000; si += 2.9; sl *= 2.5f; sf /= 3; sd -= 1e-3; sz ^= true; st += null;
        System.out.println(sb + " " + ss + " " + (int) sc + " " + si + " " + sl + " " + sf + " " + sd + " " + sz + " " + st);
        System.out.println(sb++ + " " + ++sb + " " + ss-- + " " + --ss + " " + (int) sc++ + " " + (int) ++sc + " " + si++ + " " + ++si + " " + sl-- + " " + --sl + " " + sf++ + " " + ++sf + " " + sd-- + " " + --sd);
        si = 3; si += si *= si -= 7; System.out.println(si);
    }

    private static void arrays() {
        byte[] bytes = {127, -128}; short[] shorts = {32767}; char[] chars = {0, 65535}; int[] ints = {1, 2, 3}; long[] longs = {1L << 40}; float[] floats = {1.5f}; double[] doubles = {2.5}; boolean[] flags = {true, false}; String[] texts = {"a", null};
        calls = 0;
        bytes[at(0)]++; --bytes[at(1)]; shorts[at(0)] += 1; chars[at(0)]--; chars[at(1)] += 2; ints[at(0)] <<= 33; longs[at(0)] >>>= 3; floats[at(0)] %= 1; doubles[at(0)] *= -1; flags[at(0)] &= false; flags[at(1)] |= !flags[0]; texts[at(1)] += 1 + 2L;
        System.out.println(bytes[0] + " " + bytes[1] + " " + shorts[0] + " " + (int) chars[0] + " " + (int) chars[1] + " " + ints[0] + " " + longs[0] + " " + floats[0] + " " + doubles[0] + " " + flags[0] + flags[1] + " " + texts[1] + " " + calls);
        int n = 0;
        ints[n++] += ints[n++] += ints[n++] + n;
        System.out.println(ints[0] + " " + ints[1] + " " + ints[2] + " " + n);
        n = 0;
        ints[n] = n = 2;
        System.out.println(ints[0] + " " + ints[1] + " " + ints[2] + " " + n);
        int value = ints[1]++ + ints[1]-- - --ints[1] * ints[1]++;
        System.out.println(value + " " + ints[1]);
        int[][] nest = {{1, 2}, {3, 4}};
        nest[nest[0][0]][nest[0][0]--] += nest[0][0] = 5;
        System.out.println(nest[0][0] + " " + nest[0][1] + " " + nest[1][0] + " " + nest[1][1]);
    }

    private static void failing() {
        int[] array = {1, 2, 3}, none = null;
        int n = 0;
        try { array[n++ + 3] += n++; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage() + " " + n); }
        try { none[n++] += n++; } catch (NullPointerException e) { System.out.println("null " + n); }
        try { none[n++] = n++; } catch (NullPointerException e) { System.out.println("null " + n); }
        try { array[5] = n++ / 0; } catch (ArithmeticException e) { System.out.println(e.getMessage() + " " + n); }
        try { array[n = 1] /= n - 1; } catch (ArithmeticException e) { System.out.println(array[1] + " " + n); }
        CompoundAssignments nobody = null;
        try { nobody.i += n++; } catch (NullPointerException e) { System.out.println("null " + n); }
        try { nobody.i = n++; } catch (NullPointerException e) { System.out.println("null " + n); }
        Object[] objects = new Integer[1];
        try { objects[0] = "text" + n++; } catch (ArrayStoreException e) { System.out.println(e.getMessage() + " " + n); }
        Object[] strings = new String[] {"s"};
        try { strings[0] += "t"; System.out.println(strings[0]); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
    }

    private static void boxes() {
        Integer i = 127; i++; Integer old = i++; Long l = 5L; l += i; Character c = 'a'; c++; Double d = 1.5; d /= 2; Boolean z = true; z &= false; Byte b = 127; b++;
        System.out.println(i + " " + old + " " + l + " " + c + " " + d + " " + z + " " + b);
        Integer none = null;
        try { none++; } catch (NullPointerException e) { System.out.println("null"); }
        Integer[] array = {1, null};
        array[0] += 5;
        try { array[1] += 5; } catch (NullPointerException e) { System.out.println(array[0] + " " + array[1]); }
    }

    private static void locals() {
        byte b = 127; short s = -32768; char c = 0; int i = Integer.MAX_VALUE; long l = Long.MIN_VALUE;
        b++; s--; c--; i++; l--;
        System.out.println(b + " " + s + " " + (int) c + " " + i + " " + l);
        i = 0; i += 127; i += 128; i += -129; i += 32767; i += 32768; i -= 40000; i += 1000000;
        System.out.println(i);
        int j = i = 7; j += i++ * j--; i = i++ + ++i; int k = i++ - i--; k = k++; k += k++ + ++k;
        System.out.println(i + " " + j + " " + k);
        b = 10; b *= 30; b /= 7; b %= 5; b &= -1; b |= 0x70; b ^= 0xff;
        c = 'a'; c += 1; c *= 2; c ^= 0xffff;
        System.out.println(b + " " + (int) c);
    }

    public static void main(String[] arguments) {
        new CompoundAssignments().fields();
        statics();
        arrays();
        failing();
        boxes();
        locals();
    }
}
