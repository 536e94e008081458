import java.sql.*;
import org.h2.tools.Server;

// H2 as a server, and clients in the same program: several threads with a connection each, transactions that are rolled
// back, a large object, an error from the other side.
public class H2s {
    static final int THREADS = 3, ROWS = 20;
    static String url;

    static Connection connect() throws SQLException { return DriverManager.getConnection(url, "sa", ""); }

    static void insert(int who) {
        try (Connection c = connect(); PreparedStatement insert = c.prepareStatement("insert into t values (?, ?, ?)")) {
            c.setAutoCommit(false);
            for (int i = 0; i < ROWS; i++) {
                insert.setInt(1, who * 100 + i);
                insert.setString(2, "row " + i);
                insert.setInt(3, who);
                insert.executeUpdate();
                if (i == ROWS / 2) c.commit();
            }
            if (who == 0) c.rollback();
            else c.commit();
        } catch (SQLException e) {
            System.out.println(e);
        }
    }

    static void large() throws SQLException {
        try (Connection c = connect(); PreparedStatement put = c.prepareStatement("insert into l values (1, ?)"); Statement s = c.createStatement()) {
            byte[] bytes = new byte[300_000];
            for (int i = 0; i < bytes.length; i++) bytes[i] = (byte)(i * 31 >> 3);
            put.setBytes(1, bytes);
            put.executeUpdate();
            try (ResultSet r = s.executeQuery("select data from l")) {
                r.next();
                System.out.println("large " + r.getBytes(1).length + " " + java.util.Arrays.equals(bytes, r.getBytes(1)));
            }
            s.executeUpdate("insert into t values (201, 'again', 2)");
        } catch (SQLException e) {
            System.out.println(e.getErrorCode() + " " + e.getSQLState());
        }
    }

    public static void main(String[] arguments) throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:db;DB_CLOSE_DELAY=-1";
        try (Connection c = connect(); Statement s = c.createStatement()) {
            s.execute("create table t (id int primary key, name varchar(40), who int)");
            s.execute("create table l (id int primary key, data blob)");
        }
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int who = t;
            threads[t] = new Thread(() -> insert(who));
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        large();
        try (Connection c = connect(); Statement s = c.createStatement(); ResultSet r = s.executeQuery("select who, count(*), sum(id) from t group by who order by who")) {
            while (r.next()) System.out.println(r.getInt(1) + " " + r.getInt(2) + " " + r.getLong(3));
        }
        System.out.println(server.isRunning(true));
        server.stop();
        System.out.println(server.isRunning(false));
        try {
            connect();
        } catch (SQLException e) {
            System.out.println(e.getErrorCode() + " " + e.getCause());
        }
    }
}
