import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** BigDecimal: scales, rounding modes, contexts, text forms, conversions, exceptions. */
public class BigDecimals {
    static void attempt(Supplier<Object> action) {
        try {
            System.out.println(action.get());
        } catch (ArithmeticException | NumberFormatException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        for (String text : List.of("0", "0.00", "-0", "1", "100", "1E2", "1.230", "-123.456", "1E-10", "123E+50", "0.000001", "0.0000001", "12345678901234567890.12345", "9223372036854775807", "9223372036854775808", ".5", "5.", "+7.5e-3", "1e400")) {
            BigDecimal value = new BigDecimal(text);
            System.out.println(text + " " + value + " " + value.toPlainString().hashCode() + " " + value.toEngineeringString() + " " + value.scale() + " " + value.precision() + " " + value.unscaledValue() + " " + value.stripTrailingZeros() + " " + value.negate() + " " + value.signum() + " " + value.doubleValue() + " " + value.intValue() + " " + value.ulp() + " " + value.hashCode() + " " + value.movePointLeft(3) + " " + value.movePointRight(3) + " " + value.scaleByPowerOfTen(5));
        }
        for (RoundingMode mode : RoundingMode.values()) {
            StringBuilder out = new StringBuilder(mode.toString());
            for (String text : List.of("5.5", "2.5", "1.6", "1.1", "1.0", "-1.1", "-2.5", "-5.5", "0.05")) {
                try {
                    out.append(' ').append(new BigDecimal(text).setScale(0, mode));
                } catch (ArithmeticException e) {
                    out.append(" !").append(e.getMessage());
                }
            }
            System.out.println(out);
        }
        BigDecimal a = new BigDecimal("12.3456"), b = new BigDecimal("-7.89");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b, 10, RoundingMode.HALF_UP) + " " + a.divide(b, MathContext.DECIMAL64) + " " + a.remainder(b) + " " + a.divideToIntegralValue(b) + " " + Arrays.toString(b.divideAndRemainder(a)) + " " + a.pow(5) + " " + a.pow(-3, MathContext.DECIMAL32) + " " + a.max(b) + " " + a.compareTo(b) + " " + a.abs().plus(new MathContext(3)) + " " + a.round(new MathContext(2, RoundingMode.FLOOR)));
        System.out.println(new BigDecimal("1.0").equals(new BigDecimal("1.00")) + " " + new BigDecimal("1.0").compareTo(new BigDecimal("1.00")) + " " + BigDecimal.valueOf(1.0) + " " + BigDecimal.valueOf(100, 2) + " " + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal(1e-310).precision() + " " + new BigDecimal(123456789012345678L, new MathContext(5)) + " " + new BigDecimal(new BigInteger("12345"), -3));
        System.out.println(new BigDecimal("2").sqrt(new MathContext(40)) + " " + new BigDecimal("144").sqrt(MathContext.DECIMAL32) + " " + new BigDecimal("0.0001").sqrt(MathContext.DECIMAL128) + " " + BigDecimal.TEN.divide(new BigDecimal("3"), MathContext.DECIMAL128) + " " + BigDecimal.ONE.divide(new BigDecimal("8")) + " " + BigDecimal.ONE.divide(new BigDecimal("32")).setScale(2, RoundingMode.HALF_EVEN));
        BigDecimal sum = BigDecimal.ZERO, term = BigDecimal.ONE;
        MathContext context = new MathContext(60);
        for (int i = 1; i < 60; i++) {
            sum = sum.add(term, context);
            term = term.divide(BigDecimal.valueOf(i), context);
        }
        System.out.println(sum + " " + context + " " + new MathContext("precision=7 roundingMode=DOWN"));
        attempt(() -> BigDecimal.ONE.divide(new BigDecimal("3")));
        attempt(() -> BigDecimal.ONE.divide(BigDecimal.ZERO));
        attempt(() -> BigDecimal.ZERO.divide(BigDecimal.ZERO));
        attempt(() -> new BigDecimal("1.5").intValueExact());
        attempt(() -> new BigDecimal("1e30").longValueExact());
        attempt(() -> new BigDecimal("12.0").byteValueExact());
        attempt(() -> new BigDecimal("1.25").setScale(1));
        attempt(() -> new BigDecimal("abc"));
        attempt(() -> new BigDecimal(""));
        attempt(() -> new BigDecimal("1e"));
        attempt(() -> new BigDecimal("1e99999999999"));
        attempt(() -> new BigDecimal(Double.NaN));
        attempt(() -> BigDecimal.ONE.pow(-1));
        attempt(() -> new BigDecimal("-1").sqrt(MathContext.DECIMAL32));
        attempt(() -> BigDecimal.ONE.scaleByPowerOfTen(Integer.MAX_VALUE).multiply(BigDecimal.TEN.scaleByPowerOfTen(Integer.MAX_VALUE)));
        attempt(() -> BigDecimal.ONE.setScale(5, RoundingMode.UNNECESSARY));
        attempt(() -> new BigDecimal("999.99").round(new MathContext(3)));
        attempt(() -> new BigDecimal("1E+5").toBigInteger() + " " + new BigDecimal("1.9").toBigInteger());
        attempt(() -> new BigDecimal("1.9").toBigIntegerExact());
        System.out.println(new BigDecimal("1.1").doubleValue() + " " + new BigDecimal("1e-400").doubleValue() + " " + new BigDecimal("16777217").floatValue() + " " + new BigDecimal("9007199254740993").doubleValue() + " " + new BigDecimal("-1e400").doubleValue() + " " + new BigDecimal("3.4028236e38").floatValue());
    }
}
