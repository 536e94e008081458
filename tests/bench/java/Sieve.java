/** The sieve of Eratosthenes: byte stores with a stride, a counted inner loop. */
public class Sieve {
    private static int primesBelow(byte[] composite) {
        int count = 0;
        for (int i = 0; i < composite.length; i++) composite[i] = 0;
        for (int i = 2; i < composite.length; i++) {
            if (composite[i] != 0) continue;
            count++;
            for (long k = (long) i * i; k < composite.length; k += i) composite[(int) k] = 1;
        }
        return count;
    }

    static int round() {
        return primesBelow(new byte[20_000]);
    }

    public static void main(String[] arguments) {
        int repeats = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 220;
        byte[] composite = new byte[2_000_000];
        long sum = 0;
        for (int i = 0; i < repeats; i++) sum = sum * 31 + primesBelow(composite);
        System.out.println("sieve " + sum);
    }
}
