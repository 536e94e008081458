import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.DoubleBinaryOperator;

/** Math.pow: what the specification says of it, and that it is the same however it is called. */
public class Powers {
    static final double[] SPECIAL = {0, 1, 2, 3, 0.5, 1.5, 1e300, 1e-300, Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE,
        Double.POSITIVE_INFINITY, Double.NaN, 1L << 53};

    static double value(int i) {
        double value = SPECIAL[i / 2 % SPECIAL.length];
        return i % 2 == 0 ? value : -value;
    }

    public static void main(String[] arguments) throws Throwable {
        Method method = Math.class.getMethod("pow", double.class, double.class);
        System.out.println(method + " " + Modifier.toString(method.getModifiers()));
        MethodHandle handle = MethodHandles.lookup().findStatic(Math.class, "pow",
            MethodType.methodType(double.class, double.class, double.class));
        System.out.println(Modifier.toString(MethodHandles.lookup().revealDirect(handle).getModifiers()));
        DoubleBinaryOperator lambda = Math::pow;
        int different = 0;
        for (int i = 0; i < 40_000; i++) {
            double x = Math.exp((i % 200 - 100) / 7.0), y = (i / 200 - 100) / 9.0, power = Math.pow(x, y);
            if (power != (double) method.invoke(null, x, y) || power != (double) handle.invokeExact(x, y)
                    || power != lambda.applyAsDouble(x, y)) different++;
            if (Math.abs(power - StrictMath.pow(x, y)) > 2 * Math.ulp(power)) different++;
        }
        System.out.println(different + " differ");
        for (int i = 0; i < 2 * SPECIAL.length; i++) {
            StringBuilder line = new StringBuilder();
            for (int j = 0; j < 2 * SPECIAL.length; j++) {
                double power = Math.pow(value(i), value(j));
                boolean isSpecial = power == 0 || Double.isInfinite(power) || Double.isNaN(power)
                    || Math.abs(power) < 1L << 53 && power == Math.rint(power);
                line.append(' ').append(isSpecial ? Double.toString(power) : "-");
            }
            System.out.println(value(i) + ":" + line);
        }
        for (int i = 0; i <= 22; i++) System.out.print(Math.pow(10, i) + " ");
        System.out.println();
    }
}
