import java.util.Arrays;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;
import org.apache.commons.math3.analysis.integration.SimpsonIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.apache.commons.math3.analysis.interpolation.SplineInterpolator;
import org.apache.commons.math3.analysis.polynomials.PolynomialFunction;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.analysis.solvers.LaguerreSolver;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.complex.Quaternion;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.exception.DimensionMismatchException;
import org.apache.commons.math3.exception.MathArithmeticException;
import org.apache.commons.math3.fraction.BigFraction;
import org.apache.commons.math3.fraction.Fraction;
import org.apache.commons.math3.geometry.euclidean.threed.Rotation;
import org.apache.commons.math3.geometry.euclidean.threed.RotationConvention;
import org.apache.commons.math3.geometry.euclidean.threed.Vector3D;
import org.apache.commons.math3.geometry.euclidean.twod.Vector2D;
import org.apache.commons.math3.geometry.euclidean.twod.hull.MonotoneChain;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.apache.commons.math3.ml.clustering.DoublePoint;
import org.apache.commons.math3.ml.clustering.KMeansPlusPlusClusterer;
import org.apache.commons.math3.ml.distance.EuclideanDistance;
import org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator;
import org.apache.commons.math3.ode.FirstOrderDifferentialEquations;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.apache.commons.math3.primes.Primes;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.SobolSequenceGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.inference.TTest;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.apache.commons.math3.util.FastMath;

/** commons-math3: its own elementary functions, linear algebra, statistics, optimisation, differential equations,
 * generators: bit for bit. */
public class Math3 {
    static void algebra() {
        RealMatrix matrix = new Array2DRowRealMatrix(new double[][] {{4, 1, 2}, {1, 3, 0}, {2, 0, 5}});
        RealVector vector = MatrixUtils.createRealVector(new double[] {1, 2, 3});
        LUDecomposition lu = new LUDecomposition(matrix);
        System.out.println(lu.getDeterminant() + " " + lu.getSolver().solve(vector) + " " + new QRDecomposition(matrix).getSolver().getInverse() + " " + Arrays.toString(new EigenDecomposition(matrix).getRealEigenvalues()) + " " + Arrays.toString(new SingularValueDecomposition(matrix).getSingularValues()) + " " + matrix.multiply(matrix.transpose()).getTrace() + " " + matrix.power(5).getNorm());
        try {
            new LUDecomposition(new Array2DRowRealMatrix(new double[][] {{1, 2}, {2, 4}})).getSolver().getInverse();
        } catch (SingularMatrixException e) {
            System.out.println(e.getMessage());
        }
        try {
            matrix.operate(new double[2]);
        } catch (DimensionMismatchException e) {
            System.out.println(e.getMessage());
        }
        RealMatrix large = MatrixUtils.createRealMatrix(40, 40);
        for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) large.setEntry(i, j, FastMath.sin(i * 40 + j) + (i == j ? 5 : 0));
        System.out.println(new LUDecomposition(large).getDeterminant() + " " + large.multiply(large).getFrobeniusNorm());
    }

    static void functions() {
        double hash = 0;
        for (int i = 1; i < 500; i++) {
            double x = i * 0.37 - 80;
            hash += FastMath.sin(x) + FastMath.exp(x / 20) - FastMath.log(i) * FastMath.cbrt(x) + FastMath.atan2(x, i) + FastMath.tanh(x) + FastMath.pow(i, 0.3) + FastMath.cosh(x / 30) + FastMath.asin(x / 200);
        }
        System.out.println(hash + " " + Gamma.logGamma(7.3) + " " + Gamma.regularizedGammaP(2, 3) + " " + Erf.erf(0.7) + " " + Erf.erfInv(0.4) + " " + new Complex(1, 2).pow(new Complex(0.5, -1)) + " " + new Complex(-4).sqrt() + " " + new Complex(3, 4).nthRoot(3) + " " + new Quaternion(1, 2, 3, 4).multiply(new Quaternion(0, 1, 0, 2)).getNorm());
        UnivariateFunction cubic = new PolynomialFunction(new double[] {-2, 0, -5, 1});
        System.out.println(new BrentSolver(1e-10).solve(100, cubic, 0, 10) + " " + new LaguerreSolver().solveAllComplex(new double[] {6, -5, 1}, 0)[0] + " " + new SimpsonIntegrator().integrate(10000, FastMath::sin, 0, FastMath.PI) + " " + new GaussIntegratorFactory().legendre(7, 0, 2).integrate(cubic) + " " + new SplineInterpolator().interpolate(new double[] {0, 1, 2, 3}, new double[] {0, 1, 8, 27}).value(1.5) + " " + cubic);
        DerivativeStructure x = new DerivativeStructure(1, 3, 0, 0.5), y = x.sin().multiply(x.exp());
        System.out.println(Arrays.toString(y.getAllDerivatives()) + " " + new Fraction(3, 4).divide(new Fraction(5, 6)) + " " + new BigFraction(1, 3).pow(20).doubleValue() + " " + new Fraction(FastMath.PI, 1000) + " " + CombinatoricsUtils.binomialCoefficient(40, 20) + " " + ArithmeticUtils.gcd(462, 1071) + " " + Primes.primeFactors(1234567890) + " " + Primes.nextPrime(1000000));
        try {
            ArithmeticUtils.mulAndCheck(Long.MAX_VALUE, 2L);
        } catch (MathArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }

    static void statistics() {
        DescriptiveStatistics statistics = new DescriptiveStatistics();
        SimpleRegression regression = new SimpleRegression();
        MersenneTwister twister = new MersenneTwister(42);
        Well19937c well = new Well19937c(42);
        double[][] points = new double[50][];
        double[] values = new double[50], other = new double[50];
        for (int i = 0; i < 50; i++) {
            values[i] = twister.nextGaussian();
            other[i] = well.nextDouble();
            points[i] = new double[] {other[i], i * 0.1};
            statistics.addValue(values[i]);
            regression.addData(i, 3 * i + values[i]);
        }
        System.out.println(statistics.getMean() + " " + statistics.getStandardDeviation() + " " + statistics.getSkewness() + " " + statistics.getPercentile(30) + " " + statistics.getKurtosis() + " " + regression.getSlope() + " " + regression.getRSquare() + " " + new TTest().tTest(values, other));
        OLSMultipleLinearRegression multiple = new OLSMultipleLinearRegression();
        multiple.newSampleData(values, points);
        System.out.println(Arrays.toString(multiple.estimateRegressionParameters()) + " " + multiple.calculateRSquared());
        System.out.println(new NormalDistribution(1, 2).inverseCumulativeProbability(0.9) + " " + new BinomialDistribution(20, 0.3).cumulativeProbability(6) + " " + new TDistribution(5).density(0.5) + " " + twister.nextInt(1000) + " " + well.nextLong() + " " + Arrays.toString(new SobolSequenceGenerator(2).skipTo(5)));
        KMeansPlusPlusClusterer<DoublePoint> clusterer = new KMeansPlusPlusClusterer<>(3, 50, new EuclideanDistance(), new MersenneTwister(7));
        StringBuilder sizes = new StringBuilder();
        clusterer.cluster(Arrays.stream(points).map(DoublePoint::new).toList()).forEach(cluster -> sizes.append(cluster.getPoints().size()).append('@').append(cluster.getCenter()).append(' '));
        System.out.println(sizes);
    }

    public static void main(String[] arguments) {
        algebra();
        functions();
        statistics();
        System.out.println(Arrays.toString(new SimplexOptimizer(1e-10, 1e-12).optimize(new MaxEval(1000), new ObjectiveFunction(p -> (p[0] - 1) * (p[0] - 1) + 100 * FastMath.pow(p[1] - p[0] * p[0], 2)), GoalType.MINIMIZE, new InitialGuess(new double[] {-1, 2}), new NelderMeadSimplex(2)).getPoint()));
        System.out.println(Arrays.toString(new SimplexSolver().optimize(new LinearObjectiveFunction(new double[] {3, 2}, 0), new LinearConstraintSet(new LinearConstraint(new double[] {1, 1}, Relationship.LEQ, 4), new LinearConstraint(new double[] {1, 3}, Relationship.LEQ, 6)), GoalType.MAXIMIZE, new NonNegativeConstraint(true)).getPoint()));
        double[] state = {1, 0};
        new DormandPrince853Integrator(1e-8, 1, 1e-10, 1e-10).integrate(new FirstOrderDifferentialEquations() {
            @Override
            public int getDimension() {
                return 2;
            }

            @Override
            public void computeDerivatives(double t, double[] y, double[] derivative) {
                derivative[0] = y[1];
                derivative[1] = -y[0];
            }
        }, 0, state, 10, state);
        Complex[] spectrum = new FastFourierTransformer(DftNormalization.STANDARD).transform(new double[] {1, 2, 3, 4, 0, 0, 0, 1}, TransformType.FORWARD);
        System.out.println(Arrays.toString(state) + " " + Arrays.toString(spectrum));
        System.out.println(new Rotation(Vector3D.PLUS_K, FastMath.PI / 3, RotationConvention.VECTOR_OPERATOR).applyTo(new Vector3D(1, 2, 3)) + " " + new MonotoneChain().findHullVertices(Arrays.asList(new Vector2D(0, 0), new Vector2D(2, 0), new Vector2D(1, 1), new Vector2D(1, 3))));
    }
}
