import static other.net.Ends.*;

import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.*;

// What a selector and its keys allow, keep and forget.
public class SelectorRules {
    static void registering(Selector selector) throws Exception {
        SocketChannel[] both = channels();
        attempt("blocking", () -> both[0].register(selector, SelectionKey.OP_READ));
        both[0].configureBlocking(false);
        attempt("not its operation", () -> both[0].register(selector, SelectionKey.OP_ACCEPT));
        SelectionKey key = both[0].register(selector, SelectionKey.OP_READ, "first");
        System.out.println(key.attachment() + " " + key.attach("second") + " " + (key.channel() == both[0]) + " " + (key.selector() == selector) + " " + both[0].isRegistered());
        System.out.println((both[0].register(selector, SelectionKey.OP_WRITE) == key) + " " + key.attachment() + " " + key.interestOps() + " " + (both[0].keyFor(selector) == key));
        System.out.println(key.interestOpsOr(SelectionKey.OP_READ) + " " + key.interestOpsAnd(SelectionKey.OP_READ) + " " + key.interestOps());
        attempt("interest", () -> key.interestOps(SelectionKey.OP_CONNECT | SelectionKey.OP_ACCEPT));
        attempt("made blocking", () -> both[0].configureBlocking(true));
        System.out.println(both[0].validOps() + " " + ServerSocketChannel.open().validOps() + " " + DatagramChannel.open().validOps());
        attempt("keys", () -> selector.keys().remove(key));
        attempt("selected", () -> selector.selectedKeys().add(key));
        key.cancel();
        System.out.println(key.isValid() + " " + selector.keys().size() + " " + selector.selectNow() + " " + selector.keys().size() + " " + both[0].isRegistered());
        attempt("cancelled", key::interestOps);
        attempt("cancelled, ready", key::isReadable);
        SelectionKey again = both[0].register(selector, 0);
        again.cancel();
        attempt("cancelled and not yet gone", () -> both[0].register(selector, SelectionKey.OP_READ));
        selector.selectNow();
        both[0].close();
        attempt("closed", () -> both[0].register(selector, SelectionKey.OP_READ));
    }

    static void selected(Selector selector) throws Exception {
        SocketChannel[] both = channels();
        both[0].configureBlocking(false);
        SelectionKey key = both[0].register(selector, SelectionKey.OP_READ);
        System.out.println(selector.selectNow() + " " + selector.select(5));
        both[1].write(bytes("ab"));
        System.out.println(selector.select() + " " + key.readyOps() + " " + selector.selectedKeys().size());
        System.out.println(selector.selectNow() + " while it stays selected, " + selector.selectedKeys().size());
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        System.out.println(selector.selectNow() + " " + key.readyOps());
        both[0].read(ByteBuffer.allocate(2));
        System.out.println(selector.selectNow() + " " + key.readyOps() + " ready ones are only added");
        selector.selectedKeys().clear();
        System.out.println(selector.selectNow() + " " + key.readyOps());
        selector.selectedKeys().remove(key);
        both[1].write(bytes("c"));
        List<Integer> seen = new ArrayList<>();
        key.interestOps(SelectionKey.OP_READ);
        System.out.println(selector.select(k -> seen.add(k.readyOps())) + " " + seen + " " + selector.selectedKeys().size());
        System.out.println(selector.selectNow(k -> k.attach("seen")) + " " + key.attachment());
        key.interestOps(0);
        System.out.println(selector.select(5));
        selector.wakeup();
        selector.wakeup();
        System.out.println(selector.select() + " " + selector.select(5));
        both[1].close();
        key.interestOps(SelectionKey.OP_READ);
        System.out.println(selector.select() + " " + both[0].read(ByteBuffer.allocate(1)) + " " + selector.select(1));
        both[0].close();
        System.out.println(selector.keys().size() + " " + selector.selectedKeys().size() + " " + selector.selectNow() + " " + selector.keys().size() + " " + selector.selectedKeys().size());
    }

    static void several() throws Exception {
        Selector one = Selector.open(), two = Selector.open();
        SocketChannel[] both = channels();
        both[0].configureBlocking(false);
        both[0].register(one, SelectionKey.OP_READ);
        both[0].register(two, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        both[1].write(bytes("x"));
        System.out.println(one.select() + " " + two.select() + " " + one.selectedKeys().iterator().next().readyOps() + " " + two.selectedKeys().iterator().next().readyOps());
        one.close();
        System.out.println(both[0].isRegistered() + " " + both[0].keyFor(one) + " " + one.isOpen());
        both[0].close();
        System.out.println(two.selectNow() + " " + two.keys().size());
        attempt("negative", () -> two.select(-1));
    }

    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        registering(selector);
        selected(selector);
        several();
    }
}
