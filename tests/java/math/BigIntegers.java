import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** BigInteger: arithmetic up to sizes where Karatsuba, Toom-Cook and Burnikel-Ziegler begin, bits, primes, conversions,
 * exceptions. */
public class BigIntegers {
    static void attempt(Supplier<Object> action) {
        try {
            System.out.println(action.get());
        } catch (ArithmeticException | NumberFormatException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        List<BigInteger> values = List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.valueOf(-1), BigInteger.valueOf(Long.MIN_VALUE), new BigInteger("123456789012345678901234567890"), new BigInteger("-ffffffffffffffffffffffff", 16), BigInteger.TWO.pow(127).subtract(BigInteger.ONE));
        for (BigInteger left : values) {
            StringBuilder out = new StringBuilder(left.toString());
            for (BigInteger right : values) {
                out.append(' ').append(left.add(right).subtract(right.shiftLeft(1))).append(' ').append(left.multiply(right).hashCode()).append(' ').append(left.and(right)).append(' ').append(left.or(right).xor(left.andNot(right))).append(' ').append(left.gcd(right)).append(' ').append(left.compareTo(right)).append(left.max(right).signum());
                if (right.signum() != 0) out.append(' ').append(Arrays.toString(left.divideAndRemainder(right)));
                if (right.signum() > 0) out.append(left.mod(right));
            }
            System.out.println(out);
            System.out.println(left.bitLength() + " " + left.bitCount() + " " + left.getLowestSetBit() + " " + left.not() + " " + left.negate().abs() + " " + left.shiftRight(3) + " " + left.shiftLeft(70).shiftRight(69) + " " + left.testBit(5) + " " + left.setBit(100).clearBit(0).flipBit(7) + " " + left.toString(36) + " " + left.intValue() + " " + left.longValue() + " " + left.doubleValue() + " " + left.floatValue() + " " + Arrays.toString(left.toByteArray()));
        }
        System.out.println(BigInteger.TWO.pow(200) + " " + BigInteger.valueOf(7).modPow(new BigInteger("1000000000000"), BigInteger.valueOf(1000007)) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)) + " " + BigInteger.valueOf(3).modPow(BigInteger.valueOf(-5), BigInteger.valueOf(100003)) + " " + new BigInteger("1000000000000000000000").sqrt() + " " + Arrays.toString(BigInteger.valueOf(99).sqrtAndRemainder()) + " " + BigInteger.valueOf(5).modPow(new BigInteger("123456789123456789"), BigInteger.ONE.shiftLeft(80)));
        System.out.println(BigInteger.valueOf(97).isProbablePrime(20) + " " + new BigInteger("170141183460469231731687303715884105727").isProbablePrime(30) + " " + new BigInteger("561").isProbablePrime(10) + " " + BigInteger.valueOf(1000000).nextProbablePrime() + " " + new BigInteger("10000000000000000000000").nextProbablePrime() + " " + new BigInteger(100, new Random(5)) + " " + BigInteger.probablePrime(40, new Random(5)));

        Random random = new Random(11);
        for (int bits : new int[] {500, 3000, 9000, 30000}) {
            BigInteger left = new BigInteger(bits, random), right = new BigInteger(bits * 2 / 3, random).setBit(0), product = left.multiply(right);
            BigInteger[] parts = product.add(BigInteger.TEN).divideAndRemainder(right);
            System.out.println(bits + " " + product.hashCode() + " " + left.multiply(left).equals(left.pow(2)) + " " + parts[0].equals(left) + " " + parts[1] + " " + product.toString().hashCode() + " " + new BigInteger(product.toString()).equals(product) + " " + new BigInteger(product.toString(16), 16).equals(product) + " " + product.sqrt().hashCode() + " " + left.gcd(right).hashCode() + " " + new BigInteger(product.toByteArray()).equals(product));
        }
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 100; i++) factorial = factorial.multiply(BigInteger.valueOf(i));
        System.out.println(factorial + " " + factorial.getLowestSetBit());
        BigInteger modulus = new BigInteger(256, random).setBit(0).setBit(255);
        System.out.println(new BigInteger(256, random).modPow(new BigInteger(256, random), modulus).toString(16) + " " + new BigInteger(200, random).modInverse(modulus).bitLength());
        attempt(() -> BigInteger.ONE.divide(BigInteger.ZERO));
        attempt(() -> BigInteger.ONE.mod(BigInteger.valueOf(-3)));
        attempt(() -> BigInteger.TWO.modInverse(BigInteger.valueOf(4)));
        attempt(() -> BigInteger.valueOf(-4).sqrt());
        attempt(() -> BigInteger.TWO.pow(-1));
        attempt(() -> BigInteger.TWO.pow(100).longValueExact());
        attempt(() -> BigInteger.valueOf(70000).shortValueExact());
        attempt(() -> BigInteger.valueOf(-128).byteValueExact());
        attempt(() -> new BigInteger(""));
        attempt(() -> new BigInteger("12x"));
        attempt(() -> new BigInteger("--1"));
        attempt(() -> new BigInteger("1", 99));
        attempt(() -> new BigInteger(new byte[0]));
        attempt(() -> new BigInteger(1, new byte[] {(byte) 255, 0}));
        attempt(() -> BigInteger.ONE.testBit(-1));
        System.out.println(new BigInteger("0000123") + " " + new BigInteger("+77") + " " + new BigInteger("-0").signum() + " " + BigInteger.valueOf(1).equals(1) + " " + BigInteger.TWO.pow(2000).doubleValue() + " " + BigInteger.TWO.pow(53).add(BigInteger.ONE).doubleValue() + " " + new BigInteger("16777217").floatValue());
    }
}
