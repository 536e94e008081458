import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Generics at run time: casts where the compiler puts them, heap pollution found late, bounded and recursive types,
 * wildcards, generic methods and arrays, varargs, inner classes of generic ones, erasure's collisions. */
public class GenericsCases {
    static class Box<T> { T value; Box(T v) { value = v; } T get() { return value; } <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(value)); } boolean holds(Object o) { return value.equals(o); } @SuppressWarnings("unchecked") T cast(Object o) { return (T) o; } }
    static class NumberBox<N extends Number & Comparable<N>> extends Box<N> { NumberBox(N n) { super(n); } double twice() { return value.doubleValue() * 2; } boolean more(N other) { return value.compareTo(other) > 0; } N larger(N o) { return more(o) ? value : o; } }
    static <T extends Comparable<? super T>> T max(Iterable<? extends T> all) { T best = null; for (T t : all) if (best == null || t.compareTo(best) > 0) best = t; return best; }
    static double sum(List<? extends Number> list) { double s = 0; for (Number n : list) s += n.doubleValue(); return s; }
    static void fill(List<? super Integer> list) { for (int i = 0; i < 3; i++) list.add(i); }
    @SafeVarargs static <T> List<T> listOf(T... all) { return new ArrayList<>(Arrays.asList(all)); }
    @SuppressWarnings("unchecked") static <T> T[] array(T... all) { return all; }
    @SuppressWarnings("unchecked") static <T> T[] pair(T a, T b) { return array(a, b); }
    static <A, B, C> Function<A, C> compose(Function<A, B> f, Function<B, C> g) { return a -> g.apply(f.apply(a)); }
    static <T> void swap(List<T> list, int i, int j) { T t = list.get(i); list.set(i, list.get(j)); list.set(j, t); }
    static void swapAny(List<?> list) { swap(list, 0, list.size() - 1); }
    static abstract class Builder<T extends Builder<T>> { final List<String> parts = new ArrayList<>(); abstract T self(); T add(String s) { parts.add(s); return self(); } }
    static class Sub extends Builder<Sub> { Sub self() { return this; } Sub twice(String s) { return add(s).add(s); } }
    static class Tree<K extends Comparable<K>, V> implements Iterable<K> {
        private class Node { K key; V value; Node left, right; Node(K k, V v) { key = k; value = v; } }
        private Node root; int size;
        V put(K k, V v) { if (root == null) { root = new Node(k, v); size++; return null; } for (Node n = root; ; ) { int c = k.compareTo(n.key); if (c == 0) { V old = n.value; n.value = v; return old; } Node next = c < 0 ? n.left : n.right; if (next == null) { next = new Node(k, v); if (c < 0) n.left = next; else n.right = next; size++; return null; } n = next; } }
        public Iterator<K> iterator() { List<K> keys = new ArrayList<>(); walk(root, keys); return keys.iterator(); }
        private void walk(Node n, List<? super K> to) { if (n == null) return; walk(n.left, to); to.add(n.key); walk(n.right, to); }
    }
    interface Visitor<R> { R number(int n); R add(Expr a, Expr b); }
    interface Expr { <R> R accept(Visitor<R> v); static Expr of(int n) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.number(n); } }; } default Expr plus(Expr o) { Expr me = this; return new Expr() { public <R> R accept(Visitor<R> v) { return v.add(me, o); } }; } }

    static void polluted(String label, Runnable r) { try { r.run(); System.out.println(label + " went through"); } catch (ClassCastException e) { System.out.println(label + " " + e.getMessage().replaceAll(" \\(.*", "")); } }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] arguments) {
        Box<String> strings = new Box<>("text");
        Box raw = strings;
        raw.value = 5;
        polluted("as object", () -> System.out.println((Object) strings.get()));
        polluted("printed", () -> System.out.println("" + strings.value.getClass()));
        polluted("as string", () -> System.out.println(strings.get().length()));
        polluted("assigned", () -> { String s = strings.value; });
        polluted("compared", () -> System.out.println(strings.get() == (Object) "x"));
        polluted("passed", () -> String.valueOf((Object) strings.get()));
        polluted("mapped", () -> System.out.println(strings.map(s -> s + "!").get()));
        polluted("mapped with a method", () -> System.out.println(strings.map(String::length).get()));
        polluted("cast inside", () -> System.out.println(new Box<Integer>(1).cast("x") == null));
        polluted("cast inside used", () -> { int i = new Box<Integer>(1).cast("x"); });
        polluted("generic array", () -> { String[] a = pair("a", "b"); });
        polluted("right array", () -> { String[] a = array("a", "b"); System.out.println(a.length + a.getClass().getSimpleName()); });
        polluted("list", () -> { List<String> l = new ArrayList<>(); ((List) l).add(1); for (Object o : l) System.out.println(o); for (String s : l) System.out.println(s); });
        polluted("bounded", () -> { NumberBox<Integer> n = new NumberBox<>(3); ((Box) n).value = "y"; System.out.println(n.get()); });
        polluted("bounded used", () -> { NumberBox<Integer> n = new NumberBox<>(3); ((Box) n).value = "y"; n.twice(); });
        polluted("comparison", () -> max((List) List.of("a", 1)));
        NumberBox<Integer> n = new NumberBox<>(7);
        System.out.println(n.twice() + " " + n.more(5) + n.larger(9) + n.map(x -> x * 1.5).map(Double::intValue).map(Integer::toBinaryString).get() + n.holds(7));
        List<Number> numbers = new ArrayList<>(); fill(numbers); numbers.add(2.5);
        List<Object> objects = listOf("a", 1); fill(objects);
        System.out.println(sum(numbers) + " " + objects + max(List.of(3, 9, 4)) + max(List.of("b", "c", "a")) + max(new ArrayList<String>()));
        swapAny(objects);
        System.out.println(objects + " " + compose((String s) -> s.length(), i -> i * i).apply("four") + " " + new Sub().add("x").twice("y").self().parts + GenericsCases.<Integer>listOf().size());
        Tree<String, Integer> tree = new Tree<>();
        for (String w : "the quick brown fox jumps over the lazy dog the end".split(" ")) { Integer old = tree.put(w, 1); if (old != null) tree.put(w, old + 1); }
        for (String k : tree) System.out.print(k + " ");
        System.out.println(tree.size);
        Expr e = Expr.of(1).plus(Expr.of(2).plus(Expr.of(3)));
        System.out.println(e.accept(new Visitor<Integer>() { public Integer number(int x) { return x; } public Integer add(Expr a, Expr b) { return a.accept(this) + b.accept(this); } }) + e.accept(new Visitor<String>() { public String number(int x) { return "" + x; } public String add(Expr a, Expr b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; } }));
        Map<Integer, List<Map<String, int[]>>> deep = new HashMap<>();
        deep.computeIfAbsent(1, k -> new ArrayList<>()).add(Collections.singletonMap("k", new int[] {4}));
        int four = deep.get(1).get(0).get("k")[0]++;
        BiFunction<? super Integer, Object, ? extends Comparable<?>> f = (x, o) -> x > 0 ? "s" + o : 'c';
        System.out.println(four + deep.get(1).get(0).get("k")[0] + " " + f.apply(1, null) + f.apply(0, 1) + Arrays.toString(GenericsCases.class.getDeclaredClasses().length > 3 ? new Object[] {Tree.class.getTypeParameters()[0].getBounds()[0], Sub.class.getGenericSuperclass()} : null));
    }
}
