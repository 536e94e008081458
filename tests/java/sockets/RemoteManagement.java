import java.lang.management.*;
import java.net.*;
import java.rmi.registry.*;
import java.util.*;
import java.util.concurrent.*;
import javax.management.*;
import javax.management.remote.*;

// JMX over RMI: attributes, operations, errors that cross, notifications, a proxy, the platform's beans, and a client
// that comes too late.
public class RemoteManagement {
    public interface CounterMBean {
        int getCount();
        void setCount(int count);
        int add(int a, int b);
        void fail(String why);
    }

    public static class Counter extends NotificationBroadcasterSupport implements CounterMBean {
        private int count;
        private long sequence;

        @Override public int getCount() { return count; }
        @Override public void setCount(int count) {
            Notification changed = new AttributeChangeNotification(this, ++sequence, 0, "changed", "Count", "int", this.count, count);
            this.count = count;
            sendNotification(changed);
        }
        @Override public int add(int a, int b) { return a + b; }
        @Override public void fail(String why) { throw new IllegalStateException(why); }
    }

    static void use(MBeanServerConnection server, ObjectName name) throws Exception {
        System.out.println(server.isRegistered(name) + " " + server.getMBeanInfo(name).getOperations().length + " " + server.getAttribute(name, "Count"));
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        NotificationListener listener = (notification, handback) -> {
            AttributeChangeNotification changed = (AttributeChangeNotification) notification;
            heard.add(handback + " " + changed.getMessage() + " " + changed.getOldValue() + " " + changed.getNewValue());
        };
        server.addNotificationListener(name, listener, null, "me");
        server.setAttribute(name, new Attribute("Count", 3));
        CounterMBean proxy = JMX.newMBeanProxy(server, name, CounterMBean.class);
        proxy.setCount(5);
        System.out.println(heard.take() + ", " + heard.take());
        server.removeNotificationListener(name, listener);
        System.out.println(proxy.getCount() + " " + proxy.add(2, 2) + " " + server.invoke(name, "add", new Object[] {30, 4}, new String[] {"int", "int"}));
        try {
            proxy.fail("on purpose");
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        try {
            server.getAttribute(name, "Nothing");
        } catch (AttributeNotFoundException e) {
            System.out.println(e);
        }
        try {
            server.getAttribute(new ObjectName("test:type=Nobody"), "Count");
        } catch (InstanceNotFoundException e) {
            System.out.println(e);
        }
        System.out.println(server.getDefaultDomain() + " " + server.queryNames(new ObjectName("test:*"), null));
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        MBeanServer server = MBeanServerFactory.createMBeanServer("mine");
        ObjectName name = new ObjectName("test:type=Counter");
        server.registerMBean(new Counter(), name);
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        LocateRegistry.createRegistry(port);
        JMXServiceURL inRegistry = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
        JMXConnectorServer connections = JMXConnectorServerFactory.newJMXConnectorServer(inRegistry, null, server);
        connections.start();
        JMXServiceURL address = connections.getAddress();
        System.out.println(connections.isActive() + " " + address.getProtocol() + " " + Arrays.toString(LocateRegistry.getRegistry("127.0.0.1", port).list()));
        try (JMXConnector connector = JMXConnectorFactory.connect(address)) {
            use(connector.getMBeanServerConnection(), name);
            System.out.println(connections.getConnectionIds().length);
        }
        connections.stop();
        try {
            JMXConnectorFactory.connect(address);
            System.out.println("connected");
        } catch (java.io.IOException e) {
            System.out.println(e.getClass().getName());
        }
        MBeanServerFactory.releaseMBeanServer(server);
    }
}
