import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** IntStream, LongStream, DoubleStream: operations, conversions between them, overflow, sums that compensate. */
public class PrimitiveStreams {
    public static void main(String[] arguments) {
        System.out.println(IntStream.range(0, 10).filter(i -> i % 3 != 0).map(i -> i * i).sum() + " " + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.range(5, 5).average() + " " + IntStream.of(1, 2, 4).average());
        System.out.println(Arrays.toString(IntStream.of(3, 1, 2, 3).distinct().sorted().toArray()) + " " + IntStream.of(4, 7).min() + " " + IntStream.empty().max() + " " + IntStream.of(Integer.MAX_VALUE, 1).sum() + " " + IntStream.of(Integer.MAX_VALUE, 1).asLongStream().sum());
        IntSummaryStatistics statistics = IntStream.of(5, -3, 12).summaryStatistics();
        statistics.combine(IntStream.of(100).summaryStatistics());
        System.out.println(statistics + " " + statistics.getAverage());
        System.out.println(IntStream.range(0, 5).mapToObj(i -> "x" + i).toList() + " " + IntStream.range(0, 4).boxed().toList() + " " + Arrays.toString(IntStream.range(0, 3).mapToDouble(i -> i / 2.0).toArray()) + " " + Arrays.toString(IntStream.range(0, 3).mapToLong(i -> i * 10000000000L).toArray()));
        System.out.println(Arrays.toString(IntStream.range(0, 4).flatMap(i -> IntStream.range(0, i)).toArray()) + " " + Arrays.toString(IntStream.rangeClosed(1, 4).mapMulti((i, sink) -> {
            for (int j = 0; j < i; j++) sink.accept(i * 10 + j);
        }).toArray()));
        System.out.println(IntStream.iterate(1, i -> i * 2).skip(3).limit(5).boxed().toList() + " " + IntStream.iterate(100, i -> i > 10, i -> i / 2).boxed().toList() + " " + IntStream.range(0, 20).takeWhile(i -> i < 5).sum() + " " + IntStream.range(0, 20).dropWhile(i -> i < 15).sum());
        System.out.println(IntStream.range(0, 10).anyMatch(i -> i == 9) + " " + IntStream.range(0, 10).allMatch(i -> i < 9) + " " + IntStream.range(0, 10).noneMatch(i -> i > 9) + " " + IntStream.of(9, 8).findFirst() + " " + IntStream.concat(IntStream.of(1), IntStream.of(2)).count());
        System.out.println(IntStream.rangeClosed(Integer.MAX_VALUE - 2, Integer.MAX_VALUE).count() + " " + IntStream.rangeClosed(Integer.MIN_VALUE, Integer.MAX_VALUE).count() + " " + IntStream.range(3, -3).count() + " " + LongStream.rangeClosed(Long.MAX_VALUE - 1, Long.MAX_VALUE).boxed().toList() + " " + LongStream.range(-2, 2).sum());
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1L, (a, b) -> a * b) + " " + LongStream.of(1L << 40, 1L << 41).summaryStatistics() + " " + LongStream.of(5, 9).mapToInt(l -> (int) l).sum() + " " + LongStream.of(5, 9).asDoubleStream().average() + " " + LongStream.iterate(1, l -> l < 1000000000000L, l -> l * 1000).max());
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3).sum() + " " + DoubleStream.generate(() -> 0.1).limit(1000).sum() + " " + DoubleStream.of(1e16, 1, -1e16).sum() + " " + DoubleStream.of(Double.NaN, 1).max() + " " + DoubleStream.of(-0.0, 0.0).min() + " " + DoubleStream.of(Double.POSITIVE_INFINITY, 1).sum());
        System.out.println(DoubleStream.iterate(1, x -> x / 3).limit(6).boxed().toList() + " " + DoubleStream.of(3.7, -3.7).mapToInt(x -> (int) x).boxed().toList() + " " + DoubleStream.of(3.7, 1e19, Double.NaN).mapToLong(x -> (long) x).boxed().toList() + " " + DoubleStream.of(1, 2, 3).map(Math::sqrt).summaryStatistics());
        System.out.println(OptionalInt.of(5).getAsInt() + " " + OptionalInt.empty().orElse(3) + " " + OptionalLong.of(7).orElseThrow() + " " + OptionalDouble.of(2.5).isPresent() + " " + OptionalDouble.empty() + " " + OptionalInt.of(3).equals(OptionalInt.of(3)) + " " + OptionalLong.of(1L << 33).hashCode());
        try {
            IntStream.empty().max().getAsInt();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        PrimitiveIterator.OfInt iterator = IntStream.range(0, 3).iterator();
        int sum = 0;
        while (iterator.hasNext()) sum = sum * 10 + iterator.nextInt();
        System.out.println(sum + " " + "hello".chars().mapToObj(c -> (char) (c + 1)).toList() + " " + "a\uD83D\uDE00b".codePoints().boxed().toList() + " " + "a\uD83D\uDE00b".chars().count());
        System.out.println(new Random(9).ints(5, 0, 100).boxed().toList() + " " + new Random(9).longs(2).boxed().toList() + " " + new Random(9).doubles(3).boxed().toList() + " " + new Random(9).ints(3).sum());
        System.out.println(Stream.of("a", "bb", "ccc").mapToInt(String::length).boxed().toList() + " " + Stream.of(1, 2).flatMapToInt(i -> IntStream.of(i, -i)).boxed().toList() + " " + Stream.of(1, 2).flatMapToDouble(i -> DoubleStream.of(i / 2.0)).sum() + " " + Stream.of("1", "22").mapToLong(Long::parseLong).sum() + " " + Stream.of(1, 2).mapMultiToInt((i, sink) -> sink.accept(i)).sum());
        System.out.println(IntStream.rangeClosed(2, 100).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().toList());
        StringBuilder text = IntStream.range(0, 10).collect(StringBuilder::new, (builder, i) -> builder.append(i), StringBuilder::append);
        System.out.println(text + " " + IntStream.range(0, 100).parallel().map(i -> i * 2).filter(i -> i % 7 == 0).boxed().toList() + " " + LongStream.range(0, 100000).parallel().sum());
        System.out.println(Arrays.stream(new double[] {1, 2, 3, 4}).skip(1).peek(x -> System.out.print("<" + x + ">")).limit(2).sum() + " " + Arrays.stream(new long[] {4, 5}).mapToObj(Long::toHexString).toList());
    }
}
