import java.util.Map;

/** The names of local variables in messages about null, where the class file tells them. */
public class NullNames {
    NullNames inner;
    int[] numbers;

    static void show(NullPointerException e) { System.out.println(e.getMessage()); }

    static void locals(String parameter, long wide, NullNames other) {
        try { parameter.length(); } catch (NullPointerException e) { show(e); }
        try { other.numbers[(int) wide]++; } catch (NullPointerException e) { show(e); }
        other = new NullNames();
        try { other.numbers[3]++; } catch (NullPointerException e) { show(e); }
        try { other.inner.inner = null; } catch (NullPointerException e) { show(e); }
        {
            Object first = null;
            try { first.hashCode(); } catch (NullPointerException e) { show(e); }
        }
        {
            String second = null;
            try { second.trim(); } catch (NullPointerException e) { show(e); }
        }
        for (Object each : new Object[] {null}) try { each.toString(); } catch (NullPointerException e) { show(e); }
        NullNames[][] grid = {{null}};
        for (int row = 0, column = 0; row < 1; row++) try { grid[row][column].method(1); } catch (NullPointerException e) { show(e); }
        Map<String, Integer> map = Map.of();
        try { int value = map.get("key"); } catch (NullPointerException e) { show(e); }
        Runnable captured = () -> parameter.trim();
        try { captured.run(); } catch (NullPointerException e) { show(e); }
        switch (1) {
            case 1:
                Integer boxed = null;
                try { boxed++; } catch (NullPointerException e) { show(e); }
        }
    }

    private void method(int a) {
        try { inner.numbers[a] = a; } catch (NullPointerException e) { show(e); }
        try { this.numbers[a] = a; } catch (NullPointerException e) { show(e); }
        NullNames self = this;
        try { self.numbers[a] = a; } catch (NullPointerException e) { show(e); }
    }

    public static void main(String[] arguments) {
        locals(null, 1, null);
        new NullNames().method(2);
    }
}
