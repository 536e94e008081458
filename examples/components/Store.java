import gnomon.Naming;
import gnomon.Portal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps readings, and gives them out by sensor and time: the component "store" of a system of three. */
interface Store extends Portal {
    /** What a sensor has measured at a time. */
    record Reading(String sensor, int time, double value) {
    }

    void add(List<Reading> readings);

    /** From this time on up to that one, in the order of time. */
    List<Reading> find(String sensor, int from, int until);
}

final class StoreMain implements Store {
    private final Map<String, List<Reading>> bySensor = new HashMap<>();

    @Override
    public synchronized void add(List<Reading> readings) {
        for (Reading reading : readings) {
            bySensor.computeIfAbsent(reading.sensor(), sensor -> new ArrayList<>()).add(reading);
        }
    }

    @Override
    public synchronized List<Reading> find(String sensor, int from, int until) {
        List<Reading> found = new ArrayList<>();
        for (Reading reading : bySensor.getOrDefault(sensor, List.of())) {
            if (reading.time() >= from && reading.time() < until) {
                found.add(reading);
            }
        }
        return found;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Naming.register("store", new StoreMain());
        Thread.currentThread().join(); // for ever: it is a service
    }
}
