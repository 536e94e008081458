import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Stack;
import java.util.Vector;
import java.util.function.Supplier;

/** ArrayDeque and LinkedList as deques, wrapped round and growing; Stack and Vector. */
public class Deques {
    static void tryOut(String name, Supplier<Object> action) {
        try {
            System.out.println(name + " = " + action.get());
        } catch (RuntimeException e) {
            System.out.println(name + " threw " + e);
        }
    }

    static void exercise(Deque<Integer> deque) {
        System.out.println(deque.getClass().getSimpleName());
        tryOut("pop", deque::pop);
        tryOut("getFirst", deque::getFirst);
        tryOut("removeLast", deque::removeLast);
        tryOut("poll", deque::poll);
        tryOut("peekLast", deque::peekLast);
        for (int i = 0; i < 10; i++) {
            deque.addLast(i);
            deque.addFirst(-i);
        }
        System.out.println(deque);
        for (int i = 0; i < 100; i++) {
            deque.offerLast(deque.pollFirst() + 1);
            if (i % 10 == 0) deque.push(i);
        }
        System.out.println(deque + " " + deque.size());
        System.out.println(deque.removeFirstOccurrence(90) + " " + deque.removeLastOccurrence(5) + " " + deque.removeFirstOccurrence(12345) + " " + deque.contains(80));
        StringBuilder back = new StringBuilder();
        for (Iterator<Integer> iterator = deque.descendingIterator(); iterator.hasNext();) {
            int value = iterator.next();
            if (value % 2 == 0) iterator.remove();
            else back.append(value).append(' ');
        }
        System.out.println(back + "| " + deque);
        deque.removeIf(value -> value > 40);
        deque.addAll(List.of(1000, 1001));
        deque.retainAll(List.of(1000, 3, 5, 1001));
        System.out.println(deque + " " + deque.peekFirst() + " " + deque.peekLast() + " " + deque.element() + " " + deque.stream().mapToInt(Integer::intValue).sum());
        try {
            Iterator<Integer> iterator = deque.iterator();
            deque.clear();
            iterator.next();
            System.out.println("no exception");
        } catch (java.util.ConcurrentModificationException | NoSuchElementException e) {
            System.out.println(e.getClass().getName());
        }
    }

    public static void main(String[] arguments) {
        exercise(new ArrayDeque<>(2));
        exercise(new LinkedList<>());
        tryOut("null in ArrayDeque", () -> new ArrayDeque<>().add(null));
        tryOut("null in LinkedList", () -> new LinkedList<>().add(null));
        LinkedList<String> list = new LinkedList<>(List.of("a", "b", "c"));
        list.add(1, "x");
        list.set(2, "y");
        System.out.println(list + " " + list.indexOf("y") + " " + list.remove(0) + " " + list.get(2));
        tryOut("index", () -> list.get(3));
        tryOut("add", () -> {
            list.add(9, "z");
            return list;
        });
        Stack<Integer> stack = new Stack<>();
        for (int i = 0; i < 5; i++) stack.push(i);
        System.out.println(stack + " " + stack.peek() + " " + stack.search(0) + " " + stack.search(4) + " " + stack.search(9) + " " + stack.pop() + " " + stack.empty());
        tryOut("empty stack", () -> new Stack<>().pop());
        Vector<String> vector = new Vector<>(1, 3);
        for (int i = 0; i < 6; i++) vector.addElement("e" + i);
        System.out.println(vector.capacity() + " " + vector.elementAt(3) + " " + vector.firstElement() + " " + vector.lastElement() + " " + vector.removeElement("e2") + " " + vector);
        vector.setSize(7);
        vector.insertElementAt("in", 1);
        vector.removeElementAt(0);
        System.out.println(vector + " " + vector.size() + " " + vector.indexOf(null));
        tryOut("vector", () -> vector.elementAt(50));
        java.util.Enumeration<String> elements = vector.elements();
        int count = 0;
        while (elements.hasMoreElements()) count += elements.nextElement() == null ? 10 : 1;
        System.out.println(count);
    }
}
