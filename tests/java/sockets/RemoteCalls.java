import java.rmi.*;
import java.rmi.registry.*;
import java.rmi.server.UnicastRemoteObject;
import java.util.*;

// RMI: a registry, a remote object, a callback, an exception that crosses.
public class RemoteCalls {
    public interface Listener extends Remote { void told(String what) throws RemoteException; }
    public interface Service extends Remote {
        int add(int a, int b) throws RemoteException;
        List<String> reversed(List<String> list) throws RemoteException;
        void tell(Listener listener, int times) throws RemoteException;
        void fail(String why) throws RemoteException;
    }

    static class Impl implements Service {
        @Override public int add(int a, int b) { return a + b; }
        @Override public List<String> reversed(List<String> list) {
            List<String> copy = new ArrayList<>(list);
            Collections.reverse(copy);
            return copy;
        }
        @Override public void tell(Listener listener, int times) throws RemoteException {
            for (int i = 0; i < times; i++) listener.told("call " + i);
        }
        @Override public void fail(String why) { throw new IllegalStateException(why); }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        int port;
        try (java.net.ServerSocket free = new java.net.ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Registry registry = LocateRegistry.createRegistry(port);
        Impl impl = new Impl();
        registry.rebind("service", UnicastRemoteObject.exportObject(impl, 0));
        Registry client = LocateRegistry.getRegistry("127.0.0.1", port);
        System.out.println(Arrays.toString(client.list()));
        Service service = (Service) client.lookup("service");
        System.out.println((service != impl) + " " + service.add(3, 4) + " " + service.reversed(List.of("a", "b", "c")));
        List<String> heard = new ArrayList<>();
        Listener listener = heard::add;
        Listener stub = (Listener) UnicastRemoteObject.exportObject(listener, 0);
        service.tell(stub, 3);
        System.out.println(heard);
        try {
            service.fail("on purpose");
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        try {
            client.lookup("nothing");
        } catch (NotBoundException e) {
            System.out.println(e);
        }
        System.out.println(UnicastRemoteObject.unexportObject(impl, true) + " " + UnicastRemoteObject.unexportObject(listener, true));
        try {
            service.add(1, 2);
        } catch (RemoteException e) {
            System.out.println(e.getClass().getName());
        }
        UnicastRemoteObject.unexportObject(registry, true);
    }
}
