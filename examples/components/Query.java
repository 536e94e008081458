import gnomon.Naming;
import gnomon.Portal;

import java.util.List;

/** Answers questions about what is in the store, which it asks for it: the component "query" of a system of three. */
interface Query extends Portal {
    /** How many readings a time has, and their mean. */
    record Summary(int count, double mean) {
    }

    Summary summary(String sensor, int from, int until);
}

final class QueryMain implements Query {
    private final Store store;

    private QueryMain(Store store) {
        this.store = store;
    }

    @Override
    public Summary summary(String sensor, int from, int until) {
        List<Store.Reading> readings = store.find(sensor, from, until);
        double sum = 0;
        for (Store.Reading reading : readings) {
            sum += reading.value();
        }
        return new Summary(readings.size(), readings.isEmpty() ? 0 : sum / readings.size());
    }

    public static void main(String[] arguments) throws InterruptedException {
        Naming.register("query", new QueryMain(Naming.lookup("store", Store.class)));
        Thread.currentThread().join(); // for ever: it is a service
    }
}
