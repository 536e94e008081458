import com.google.common.base.CaseFormat;
import com.google.common.base.CharMatcher;
import com.google.common.base.Joiner;
import com.google.common.base.MoreObjects;
import com.google.common.base.Preconditions;
import com.google.common.base.Splitter;
import com.google.common.base.Stopwatch;
import com.google.common.base.Strings;
import com.google.common.base.Suppliers;
import com.google.common.base.Throwables;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.BiMap;
import com.google.common.collect.ComparisonChain;
import com.google.common.collect.EvictingQueue;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableRangeMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.collect.MapMaker;
import com.google.common.collect.Maps;
import com.google.common.collect.MinMaxPriorityQueue;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeMultimap;
import com.google.common.collect.TreeMultiset;
import com.google.common.collect.TreeRangeSet;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.graph.Traverser;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import com.google.common.io.ByteStreams;
import com.google.common.io.CharSource;
import com.google.common.math.BigIntegerMath;
import com.google.common.math.IntMath;
import com.google.common.math.LongMath;
import com.google.common.math.Stats;
import com.google.common.net.InetAddresses;
import com.google.common.net.InternetDomainName;
import com.google.common.primitives.Ints;
import com.google.common.primitives.UnsignedLong;
import com.google.common.reflect.ClassPath;
import com.google.common.reflect.TypeToken;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.RateLimiter;
import com.google.common.util.concurrent.Striped;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Guava: collections of its own, caches, hashing, graphs, futures, event bus by reflection, type tokens. */
@SuppressWarnings({"UnstableApiUsage", "unchecked"})
public class Guavas {
    public static class Listener {
        final List<String> seen = new ArrayList<>();

        @Subscribe
        public void text(String event) {
            seen.add("text " + event);
        }

        @Subscribe
        public void number(Number event) {
            seen.add("number " + event);
            if (event.intValue() < 0) throw new IllegalStateException("negative");
        }
    }

    static void base() {
        System.out.println(Joiner.on(", ").skipNulls().join("a", null, "b") + " " + Joiner.on('&').withKeyValueSeparator('=').join(ImmutableMap.of("k", 1, "l", 2)) + " " + Splitter.on(',').trimResults().omitEmptyStrings().splitToList("a, b,,c ") + " " + Splitter.on(';').withKeyValueSeparator(':').split("a:1;b:2") + " " + Splitter.fixedLength(3).splitToList("abcdefgh") + " " + CaseFormat.LOWER_HYPHEN.to(CaseFormat.UPPER_CAMEL, "some-name") + " " + CharMatcher.inRange('0', '9').retainFrom("a1b22") + " " + CharMatcher.whitespace().trimAndCollapseFrom("  a  b ", '_') + " " + Strings.padStart("7", 3, '0') + " " + Strings.commonSuffix("running", "sing") + " " + Strings.lenientFormat("%s-%s", 1));
        System.out.println(MoreObjects.toStringHelper("Thing").add("x", 1).omitNullValues().add("y", (Object) null).toString() + " " + Suppliers.memoize(() -> "once").get() + " " + Throwables.getRootCause(new RuntimeException(new IllegalStateException("root"))).getMessage() + " " + Stopwatch.createUnstarted().isRunning());
        try {
            Preconditions.checkArgument(false, "bad %s of %s", 1, "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Preconditions.checkElementIndex(5, 3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }

    static void collections() {
        ArrayListMultimap<String, Integer> multimap = ArrayListMultimap.create();
        for (int i = 0; i < 10; i++) multimap.put(i % 3 == 0 ? "three" : "other", i);
        BiMap<String, Integer> bimap = HashBiMap.create(Map.of("one", 1));
        bimap.put("two", 2);
        HashBasedTable<Integer, String, Double> table = HashBasedTable.create();
        table.put(1, "a", 0.5);
        table.put(2, "a", 1.5);
        TreeRangeSet<Integer> ranges = TreeRangeSet.create();
        ranges.add(Range.closed(1, 5));
        ranges.add(Range.open(4, 9));
        ranges.remove(Range.singleton(6));
        System.out.println(multimap + " " + TreeMultimap.create(Multimaps.invertFrom(multimap, ArrayListMultimap.create())).keySet() + " " + bimap.inverse().get(2) + " " + table.column("a") + " " + ranges + " " + ranges.complement() + " " + TreeMultiset.create(Splitter.fixedLength(1).split("banana")) + " " + ImmutableRangeMap.of(Range.atLeast(3), "x").get(7));
        try {
            bimap.put("zwei", 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Sets.powerSet(Sets.newTreeSet(List.of(1, 2, 3))).size() + " " + Sets.cartesianProduct(List.of(Sets.newTreeSet(List.of(1, 2)), Sets.newTreeSet(List.of(3, 4)))) + " " + Sets.symmetricDifference(Sets.newTreeSet(List.of(1, 2)), Sets.newTreeSet(List.of(2, 3))) + " " + Lists.partition(List.of(1, 2, 3, 4, 5), 2) + " " + Lists.transform(Lists.reverse(List.of(1, 2)), x -> x * 2) + " " + Iterables.getLast(List.of(1, 9)) + " " + Maps.difference(Map.of("a", 1, "b", 2), Map.of("a", 1, "b", 3)) + " " + Ordering.natural().reverse().nullsLast().sortedCopy(Lists.newArrayList(2, null, 5)) + " " + ImmutableSortedMap.of("z", 1, "y", 2).headMap("z") + " " + new ArrayList<>(com.google.common.collect.Collections2.permutations(List.of(1, 2, 3))).size());
        EvictingQueue<Integer> evicting = EvictingQueue.create(2);
        evicting.addAll(List.of(1, 2, 3));
        MinMaxPriorityQueue<Integer> both = MinMaxPriorityQueue.create(List.of(5, 1, 9));
        System.out.println(evicting + " " + both.pollLast() + both.pollFirst() + " " + ComparisonChain.start().compare(1, 1).compare("b", "a").result() + " " + new MapMaker().weakKeys().makeMap().size() + " " + ImmutableList.of(1, 2).reverse());
        try {
            ImmutableMap.builder().put("k", 1).put("k", 2).build();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void computing() throws Exception {
        int[] loads = {0};
        LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().maximumSize(2).recordStats().build(CacheLoader.from(key -> {
            loads[0]++;
            return key.length();
        }));
        System.out.println(cache.get("one") + cache.get("three") + cache.get("one") + " " + cache.getAll(List.of("a", "bb")) + " " + loads[0] + " " + cache.stats().hitCount() + " " + cache.size());
        byte[] data = "some data to hash".getBytes(StandardCharsets.UTF_8);
        System.out.println(Hashing.murmur3_128(7).hashBytes(data) + " " + Hashing.sipHash24().hashBytes(data) + " " + Hashing.crc32c().hashBytes(data) + " " + Hashing.sha256().hashBytes(data) + " " + Hashing.farmHashFingerprint64().hashBytes(data) + " " + Hashing.goodFastHash(32).bits() + " " + Hashing.consistentHash(12345, 10) + " " + Hashing.murmur3_32_fixed().newHasher().putInt(1).putString("x", StandardCharsets.UTF_8).hash());
        BloomFilter<Integer> bloom = BloomFilter.create(Funnels.integerFunnel(), 500, 0.01);
        for (int i = 0; i < 500; i++) bloom.put(i);
        int found = 0;
        for (int i = 0; i < 1500; i++) if (bloom.mightContain(i)) found++;
        System.out.println(found + " " + bloom.expectedFpp() + " " + BaseEncoding.base32().encode(data) + " " + BaseEncoding.base16().lowerCase().withSeparator(":", 2).encode(new byte[] {1, -2}) + " " + CharSource.wrap("a\nb").readLines() + " " + ByteStreams.toByteArray(CharSource.wrap("xyz").asByteSource(StandardCharsets.UTF_8).openStream()).length);
        System.out.println(IntMath.gcd(48, 18) + " " + IntMath.pow(3, 9) + " " + IntMath.divide(7, 2, RoundingMode.HALF_EVEN) + " " + LongMath.isPrime(1000000007) + " " + BigIntegerMath.factorial(25) + " " + Stats.of(1, 2, 3, 4.5).populationVariance() + " " + UnsignedLong.fromLongBits(-1) + " " + Ints.tryParse("12x") + " " + Ints.join(",", 3, 1) + " " + Ints.saturatedCast(1L << 40) + " " + InetAddresses.forString("2001:db8::1").getHostAddress() + " " + InternetDomainName.from("www.example.co.uk").topPrivateDomain());
        MutableGraph<Integer> graph = GraphBuilder.directed().allowsSelfLoops(false).build();
        for (int i = 1; i < 12; i++) graph.putEdge(i / 2, i);
        System.out.println(Lists.newArrayList(Traverser.forTree(graph).depthFirstPostOrder(0)) + " " + Lists.newArrayList(Traverser.forGraph(graph).breadthFirst(1)) + " " + Graphs.hasCycle(graph) + " " + Graphs.reachableNodes(graph, 4) + " " + graph.degree(2));
        System.out.println(new TypeToken<Map<String, List<Integer>>>() { }.getTypes().interfaces().rawTypes().size() + " " + new TypeToken<ArrayList<String>>() { }.resolveType(List.class.getTypeParameters()[0]) + " " + TypeToken.of(String.class).isSubtypeOf(CharSequence.class) + " " + new TypeToken<List<? extends Number>>() { } + " " + ClassPath.from(Guavas.class.getClassLoader()).getTopLevelClasses("com.google.common.escape").size());
    }

    public static void main(String[] arguments) throws Exception {
        base();
        collections();
        computing();
        List<String> failures = new ArrayList<>();
        EventBus bus = new EventBus((thrown, context) -> failures.add(thrown.getMessage() + " in " + context.getSubscriberMethod().getName()));
        Listener listener = new Listener();
        bus.register(listener);
        bus.post("hello");
        bus.post(5);
        bus.post(-1.5);
        bus.post('c');
        bus.unregister(listener);
        System.out.println(listener.seen + " " + failures);
        ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
        List<ListenableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int x = i;
            futures.add(pool.submit(() -> x * x));
        }
        System.out.println(Futures.allAsList(futures).get() + " " + Futures.transform(futures.get(3), x -> "t" + x, pool).get() + " " + Futures.catching(pool.submit(() -> 1 / (futures.size() - 5)), ArithmeticException.class, e -> -1, MoreExecutors.directExecutor()).get() + " " + Striped.lock(4).size() + " " + RateLimiter.create(1000).tryAcquire());
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS));
    }
}
