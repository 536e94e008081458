import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Four clerks enter orders into a PostgreSQL database at once: each order reads prices, takes pieces from stock, writes
 * its lines, and is committed or, if something is sold out, taken back. What is printed does not depend on which clerk
 * is quicker.
 *
 * <p>Arguments: the server's host and port, orders of each clerk (50), the database ("postgres").
 */
public class OrderEntry {
    private static final int CLERKS = 4;
    private static final int ITEMS = 20;

    private final String url;
    private final int orders;

    private OrderEntry(String host, String port, int orders, String database) {
        this.url = "jdbc:postgresql://" + host + ":" + port + "/" + database + "?user=shop";
        this.orders = orders;
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    private void createTables() throws SQLException {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name VARCHAR(20), price DECIMAL(10,2), stock INTEGER)");
            statement.execute("CREATE TABLE purchase (clerk INTEGER, number INTEGER, total DECIMAL(12,2), PRIMARY KEY (clerk, number))");
            statement.execute("CREATE TABLE line (clerk INTEGER, number INTEGER, item INTEGER REFERENCES item(id), pieces INTEGER)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO item VALUES (?, ?, ?, ?)")) {
                for (int id = 0; id < ITEMS; id++) {
                    insert.setInt(1, id);
                    insert.setString(2, "item " + id);
                    insert.setBigDecimal(3, BigDecimal.valueOf(199 + 75L * id, 2));
                    insert.setInt(4, id == 0 ? 0 : 1_000_000);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
    }

    /** One clerk, with a connection of its own. */
    private class Clerk extends Thread {
        private final int number;
        private int seed;
        private int committed;
        private int takenBack;
        private SQLException failure;

        Clerk(int number) {
            super("clerk " + number);
            this.number = number;
            this.seed = 17 + 1000 * number;
        }

        private int next(int bound) {
            seed = seed * 1664525 + 1013904223;
            return (seed >>> 8) % bound;
        }

        /** Items in ascending order, so that no clerk waits for another one who waits for it. Item 0 is sold out. */
        private boolean enter(Connection connection, int order) throws SQLException {
            BigDecimal total = BigDecimal.ZERO;
            try (PreparedStatement price = connection.prepareStatement("SELECT price FROM item WHERE id = ?");
                    PreparedStatement take = connection.prepareStatement("UPDATE item SET stock = stock - ? WHERE id = ? AND stock >= ?");
                    PreparedStatement write = connection.prepareStatement("INSERT INTO line VALUES (?, ?, ?, ?)")) {
                for (int item = next(5); item < ITEMS; item += 1 + next(8)) {
                    int pieces = 1 + next(9);
                    price.setInt(1, item);
                    try (ResultSet row = price.executeQuery()) {
                        row.next();
                        total = total.add(row.getBigDecimal(1).multiply(BigDecimal.valueOf(pieces)));
                    }
                    take.setInt(1, pieces);
                    take.setInt(2, item);
                    take.setInt(3, pieces);
                    if (take.executeUpdate() == 0) return false;
                    write.setInt(1, number);
                    write.setInt(2, order);
                    write.setInt(3, item);
                    write.setInt(4, pieces);
                    write.executeUpdate();
                }
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO purchase VALUES (?, ?, ?)")) {
                insert.setInt(1, number);
                insert.setInt(2, order);
                insert.setBigDecimal(3, total);
                insert.executeUpdate();
            }
            return true;
        }

        @Override
        public void run() {
            try (Connection connection = connect()) {
                connection.setAutoCommit(false);
                for (int order = 0; order < orders; order++) {
                    if (enter(connection, order)) {
                        connection.commit();
                        committed++;
                    } else {
                        connection.rollback();
                        takenBack++;
                    }
                }
            } catch (SQLException e) {
                failure = e;
            }
        }
    }

    private void enterAll() throws SQLException, InterruptedException {
        List<Clerk> clerks = new ArrayList<>();
        for (int i = 1; i <= CLERKS; i++) clerks.add(new Clerk(i));
        for (Clerk clerk : clerks) clerk.start();
        for (Clerk clerk : clerks) {
            clerk.join();
            if (clerk.failure != null) throw clerk.failure;
            System.out.println(clerk.getName() + ": " + clerk.committed + " orders, " + clerk.takenBack + " taken back");
        }
    }

    private void print(String title, String query) throws SQLException {
        StringBuilder out = new StringBuilder(title).append('\n');
        try (Connection connection = connect(); Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) out.append(i == 1 ? "  " : " | ").append(rows.getString(i));
                out.append('\n');
            }
        }
        System.out.print(out);
    }

    /** What the server refuses. */
    private void refuse() throws SQLException {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO line VALUES (1, 1, -1, 1)");
        } catch (SQLException e) {
            System.out.println(e.getSQLState() + ": " + e.getMessage());
        }
    }

    public static void main(String[] arguments) throws SQLException, InterruptedException {
        int orders = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 50;
        OrderEntry shop = new OrderEntry(arguments[0], arguments[1], orders, arguments.length > 3 ? arguments[3] : "postgres");
        shop.createTables();
        shop.enterAll();
        shop.print("By clerk:", "SELECT clerk, COUNT(*), SUM(total) FROM purchase GROUP BY clerk ORDER BY clerk");
        shop.print("Sold most:", "SELECT i.name, SUM(l.pieces), SUM(l.pieces * i.price) FROM line l JOIN item i ON l.item = i.id "
                + "GROUP BY i.name ORDER BY 3 DESC, 1 LIMIT 5");
        shop.print("Left in stock:", "SELECT SUM(stock), MIN(stock), MAX(stock) FROM item");
        shop.refuse();
    }
}
