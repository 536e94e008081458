/** A simulated scheduler: jobs of four kinds, each a lambda over its record, send packets to each other. */
class Jobs {
    private static final Packet NO_PACKET = null;
    private static final Job NO_JOB = null;
    private static final int WORK = 1, DEVICE = 2;

    private static final class Packet {
        Packet link;
        int to;
        final int kind;
        int datum;
        final int[] data = new int[4];

        Packet(Packet link, int to, int kind) {
            this.link = link;
            this.to = to;
            this.kind = kind;
        }

        Packet appendTo(Packet queue) {
            link = NO_PACKET;
            if (queue == NO_PACKET) return this;
            Packet at = queue;
            while (at.link != NO_PACKET) at = at.link;
            at.link = this;
            return queue;
        }
    }

    private interface Action {
        Job run(Packet packet, Object state);
    }

    private static final class Job {
        final Job next;
        final int id, priority;
        final Action action;
        final Object state;
        Packet queue;
        boolean holds, waits, hasPacket;

        Job(Job next, int id, int priority, Packet queue, Action action, Object state) {
            this.next = next;
            this.id = id;
            this.priority = priority;
            this.queue = queue;
            this.action = action;
            this.state = state;
            hasPacket = queue != NO_PACKET;
        }

        boolean isIdle() {
            return holds || (!hasPacket && waits);
        }

        Job add(Packet packet, Job old) {
            if (queue == NO_PACKET) {
                queue = packet;
                hasPacket = true;
                if (priority > old.priority) return this;
            } else {
                packet.appendTo(queue);
            }
            return old;
        }

        Job run() {
            Packet packet = NO_PACKET;
            if (hasPacket && waits) {
                packet = queue;
                queue = packet.link;
                waits = false;
                hasPacket = queue != NO_PACKET;
            }
            return action.run(packet, state);
        }
    }

    private static final class Counter {
        int left = 4000, bits = 1;
    }

    private static final class Worker {
        int other = 2, count;
    }

    private static final class Handler {
        Packet work, device;
    }

    private static final class Slot {
        Packet pending;
    }

    private Job jobs, current;
    private final Job[] table = new Job[6];
    private int queued, held;

    private Job wait(Job job) {
        job.waits = true;
        return job;
    }

    private Job hold() {
        held++;
        current.holds = true;
        return current.next;
    }

    private Job release(int id) {
        Job job = table[id];
        job.holds = false;
        return job.priority > current.priority ? job : current;
    }

    private Job send(Packet packet) {
        Job job = table[packet.to];
        queued++;
        packet.link = NO_PACKET;
        packet.to = current.id;
        return job.add(packet, current);
    }

    private void add(int id, int priority, Packet queue, boolean waits, Action action, Object state) {
        jobs = new Job(jobs, id, priority, queue, action, state);
        jobs.waits = waits;
        table[id] = jobs;
    }

    private void addIdle() {
        add(0, 0, NO_PACKET, false, (packet, state) -> {
            Counter counter = (Counter) state;
            if (--counter.left == 0) return hold();
            if ((counter.bits & 1) == 0) {
                counter.bits /= 2;
                return release(4);
            }
            counter.bits = counter.bits / 2 ^ 0xD008;
            return release(5);
        }, new Counter());
    }

    private void addWorker(Packet queue) {
        add(1, 1000, queue, true, (packet, state) -> {
            Worker worker = (Worker) state;
            if (packet == NO_PACKET) return wait(current);
            worker.other = 5 - worker.other;
            packet.to = worker.other;
            packet.datum = 0;
            for (int i = 0; i < 4; i++) {
                worker.count = worker.count == 26 ? 1 : worker.count + 1;
                packet.data[i] = 'A' + worker.count - 1;
            }
            return send(packet);
        }, new Worker());
    }

    private void addHandler(int id, int priority, Packet queue) {
        add(id, priority, queue, true, (packet, state) -> {
            Handler handler = (Handler) state;
            if (packet != NO_PACKET) {
                if (packet.kind == WORK) handler.work = packet.appendTo(handler.work);
                else handler.device = packet.appendTo(handler.device);
            }
            Packet work = handler.work;
            if (work != NO_PACKET) {
                if (work.datum >= 4) {
                    handler.work = work.link;
                    return send(work);
                }
                Packet device = handler.device;
                if (device != NO_PACKET) {
                    handler.device = device.link;
                    device.datum = work.data[work.datum++];
                    return send(device);
                }
            }
            return wait(current);
        }, new Handler());
    }

    private void addDevice(int id, int priority) {
        add(id, priority, NO_PACKET, true, (packet, state) -> {
            Slot slot = (Slot) state;
            if (packet != NO_PACKET) {
                slot.pending = packet;
                return hold();
            }
            Packet pending = slot.pending;
            if (pending == NO_PACKET) return wait(current);
            slot.pending = NO_PACKET;
            return send(pending);
        }, new Slot());
    }

    private void schedule() {
        current = jobs;
        while (current != NO_JOB) current = current.isIdle() ? current.next : current.run();
    }

    private static Packet packets(int to, int kind, int count) {
        Packet queue = NO_PACKET;
        for (int i = 0; i < count; i++) queue = new Packet(queue, to, kind);
        return queue;
    }

    static int round() {
        Jobs jobs = new Jobs();
        jobs.addIdle();
        jobs.addWorker(packets(0, WORK, 2));
        jobs.addHandler(2, 2000, packets(4, DEVICE, 3));
        jobs.addHandler(3, 3000, packets(5, DEVICE, 3));
        jobs.addDevice(4, 4000);
        jobs.addDevice(5, 5000);
        jobs.schedule();
        return jobs.queued * 10000 + jobs.held;
    }
}
