import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.JumpableGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;

/** Random, SplittableRandom and the generators of jdk.random: what a seed gives; ranges; ThreadLocalRandom within
 * bounds. */
public class RandomNumbers {
    static String sample(RandomGenerator generator) {
        return generator.nextInt() + " " + generator.nextLong() + " " + generator.nextInt(100) + " " + generator.nextInt(-5, 5) + " " + generator.nextLong(1L << 40) + " " + generator.nextLong(-9, 1L << 50) + " " + generator.nextBoolean() + " " + generator.nextFloat() + " " + generator.nextDouble() + " " + generator.nextDouble(2, 3) + " " + generator.nextGaussian() + " " + generator.nextExponential() + " " + generator.nextInt(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static void main(String[] arguments) {
        for (long seed : new long[] {0, 1, -1, 123456789012345L}) {
            System.out.println(sample(new Random(seed)));
            System.out.println(sample(new SplittableRandom(seed)));
        }
        for (String name : List.of("L32X64MixRandom", "L64X128MixRandom", "L64X128StarStarRandom", "L64X256MixRandom", "L64X1024MixRandom", "L128X128MixRandom", "L128X256MixRandom", "Xoroshiro128PlusPlus", "Xoshiro256PlusPlus", "Random", "SplittableRandom")) {
            RandomGeneratorFactory<RandomGenerator> factory = RandomGeneratorFactory.of(name);
            System.out.println(name + " " + factory.group() + " " + factory.stateBits() + " " + factory.equidistribution() + " " + factory.isSplittable() + factory.isJumpable() + factory.isStatistical() + " " + sample(factory.create(42)));
        }
        System.out.println("" + RandomGeneratorFactory.all().map(RandomGeneratorFactory::name).filter(name -> !name.equals("SecureRandom")).collect(Collectors.toCollection(TreeSet::new)));
        try {
            RandomGenerator.of("Dice");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        JumpableGenerator jumping = (JumpableGenerator) RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(5);
        jumping.jump();
        System.out.println(jumping.nextLong() + " " + jumping.copyAndJump().nextLong() + " " + jumping.jumps(2).map(RandomGenerator::nextInt).toList());
        Random random = new Random(7);
        byte[] bytes = new byte[11];
        random.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes) + " " + random.ints(4, 10, 20).boxed().toList() + " " + random.doubles(2).boxed().toList() + " " + random.longs(2, 0, 5).sum() + " " + random.nextGaussian());
        random.setSeed(7);
        List<Integer> list = Arrays.asList(1, 2, 3, 4, 5, 6, 7, 8);
        Collections.shuffle(list, random);
        SplittableRandom parent = new SplittableRandom(9), child = parent.split();
        System.out.println(list + " " + parent.nextInt() + " " + child.nextInt() + " " + parent.splits(2).map(split -> split.nextLong()).toList() + " " + parent.ints(3, 0, 9).boxed().toList());
        for (Runnable bad : List.<Runnable>of(() -> random.nextInt(0), () -> random.nextInt(5, 5), () -> random.nextDouble(Double.NaN), () -> random.ints(-1), () -> parent.nextLong(-3), () -> random.nextFloat(3, 2))) {
            try {
                bad.run();
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        boolean inside = true;
        TreeSet<Integer> seen = new TreeSet<>();
        for (int i = 0; i < 1000; i++) {
            int value = ThreadLocalRandom.current().nextInt(3, 8);
            inside &= value >= 3 && value < 8 && ThreadLocalRandom.current().nextDouble() < 1;
            seen.add(value);
        }
        System.out.println(inside + " " + seen + " " + (Math.random() < 1) + " " + (new Random().nextLong() != new Random().nextLong()));
    }
}
