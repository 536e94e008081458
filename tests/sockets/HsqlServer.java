import java.sql.*;
import org.hsqldb.server.Server;

// A database's server and its clients in one process, each thread with a connection of its own.
public class HsqlServer {
    static final int THREADS = 4, ROWS = 25;

    static Connection connect(int port) throws SQLException { return DriverManager.getConnection("jdbc:hsqldb:hsql://127.0.0.1:" + port + "/db", "SA", ""); }

    static void insert(int port, int who) {
        try (Connection c = connect(port); PreparedStatement insert = c.prepareStatement("insert into t values (?, ?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                insert.setInt(1, who * 100 + i);
                insert.setString(2, "row " + i);
                insert.setInt(3, who);
                insert.executeUpdate();
            }
        } catch (SQLException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        Server server = new Server();
        server.setLogWriter(null);
        server.setErrWriter(null);
        server.setSilent(true);
        server.setDatabaseName(0, "db");
        server.setDatabasePath(0, "mem:db");
        server.setAddress("127.0.0.1");
        server.setPort(port);
        server.start();
        try (Connection c = connect(port); Statement s = c.createStatement()) {
            s.execute("create table t (id int primary key, name varchar(40), who int)");
        }
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int who = t;
            threads[t] = new Thread(() -> insert(port, who));
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        try (Connection c = connect(port); Statement s = c.createStatement(); ResultSet r = s.executeQuery("select who, count(*), sum(id) from t group by who order by who")) {
            while (r.next()) System.out.println(r.getInt(1) + " " + r.getInt(2) + " " + r.getLong(3));
        }
        server.shutdown();
    }
}
