import gnomon.Naming;

import java.util.ArrayList;
import java.util.List;

/** Measures, stores what it has measured, and asks for it: the component "producer" of a system of three. */
final class Producer {
    private static final int SENSORS = 4;
    private static final int BATCH = 50;

    private static List<Store.Reading> measure(int batch) {
        List<Store.Reading> readings = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            int time = batch * BATCH + i;
            readings.add(new Store.Reading("sensor " + time % SENSORS, time, time * 7919 % 1000 / 10.0));
        }
        return readings;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int batches = Integer.parseInt(arguments[0]);
        Store store = Naming.lookup("store", Store.class);
        Query query = Naming.lookup("query", Query.class);
        for (int batch = 0; batch < batches; batch++) {
            store.add(measure(batch));
            query.summary("sensor 0", batch * BATCH, (batch + 1) * BATCH);
        }
        for (int i = 0; i < SENSORS; i++) {
            Query.Summary all = query.summary("sensor " + i, 0, batches * BATCH);
            System.out.println("sensor " + i + ": " + all.count() + " readings, mean " + Math.round(all.mean() * 10) / 10.0);
        }
    }
}
