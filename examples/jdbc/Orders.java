import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Customers and their orders in a database in memory (HSQLDB), through its JDBC driver: prepared inserts, joins,
 * aggregation, many small reads, transactions.
 *
 * <p>Arguments: rows inserted (2000, a tenth of them customers), columns read (5000).
 */
public class Orders {
    private static final String[] CITIES = {"Erlangen", "Bamberg", "Coburg", "Passau", "Hof"};

    private final Connection connection;
    private int seed = 17;

    private Orders(Connection connection) {
        this.connection = connection;
    }

    private int next(int bound) {
        seed = seed * 1664525 + 1013904223;
        return (seed >>> 8) % bound;
    }

    private void createTables() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, city VARCHAR(20), credit DECIMAL(12,2))");
            statement.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customer(id), item VARCHAR(30), "
                    + "pieces INTEGER, price DECIMAL(10,2))");
            statement.execute("CREATE INDEX orders_item ON orders (item)");
        }
    }

    private void insertCustomers(int count) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO customer VALUES (?, ?, ?, ?)")) {
            for (int id = 0; id < count; id++) {
                insert.setInt(1, id);
                insert.setString(2, "customer " + id);
                insert.setString(3, CITIES[next(CITIES.length)]);
                insert.setBigDecimal(4, BigDecimal.valueOf(100_000, 2));
                insert.executeUpdate();
            }
        }
        connection.commit();
    }

    private void insertOrders(int count, int customers) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?, ?)")) {
            for (int id = 0; id < count; id++) {
                insert.setInt(1, id);
                insert.setInt(2, next(customers));
                insert.setString(3, "item " + next(50));
                insert.setInt(4, 1 + next(9));
                insert.setBigDecimal(5, BigDecimal.valueOf(99 + next(10_000), 2));
                insert.executeUpdate();
                if (id % 100 == 99) connection.commit();
            }
        }
        connection.commit();
    }

    /** Prints a query's rows, columns set apart by a bar. */
    private void print(String title, String query) throws SQLException {
        StringBuilder out = new StringBuilder(title).append('\n');
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) out.append(i == 1 ? "  " : " | ").append(rows.getString(i));
                out.append('\n');
            }
        }
        System.out.print(out);
    }

    /** Reads columns one by one, as programs do, and returns a checksum over them. */
    private long read(int columns) throws SQLException {
        long sum = 0;
        int done = 0;
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT o.id, o.item, o.pieces, c.name, c.city FROM orders o JOIN customer c ON o.customer = c.id WHERE o.pieces >= ? ORDER BY o.id")) {
            for (int least = 1; done < columns; least = least % 9 + 1) {
                select.setInt(1, least);
                try (ResultSet rows = select.executeQuery()) {
                    while (done < columns && rows.next()) {
                        sum = sum * 31 + rows.getInt(1);
                        sum = sum * 31 + rows.getString(2).hashCode();
                        sum = sum * 31 + rows.getInt("pieces");
                        sum = sum * 31 + rows.getString(4).hashCode();
                        sum = sum * 31 + rows.getString("city").hashCode();
                        done += 5;
                    }
                }
            }
        }
        System.out.println(done + " columns read, checksum " + sum);
        return sum;
    }

    /** Moves credit from one customer to another, both or neither: a customer with too little stops it halfway. */
    private boolean transfer(int from, int to, int cents) throws SQLException {
        BigDecimal amount = BigDecimal.valueOf(cents, 2);
        try (PreparedStatement change = connection.prepareStatement("UPDATE customer SET credit = credit + ? WHERE id = ?");
                PreparedStatement select = connection.prepareStatement("SELECT credit FROM customer WHERE id = ?")) {
            change.setBigDecimal(1, amount);
            change.setInt(2, to);
            change.executeUpdate();
            change.setBigDecimal(1, amount.negate());
            change.setInt(2, from);
            change.executeUpdate();
            select.setInt(1, from);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                if (row.getBigDecimal(1).signum() >= 0) {
                    connection.commit();
                    return true;
                }
            }
        }
        connection.rollback();
        return false;
    }

    private void transferAll(int count, int customers) throws SQLException {
        int done = 0;
        for (int i = 0; i < count; i++) {
            int from = next(1 + customers / 8);
            if (transfer(from, customers - 1 - next(customers / 2), 5_000 + next(40_000))) done++;
        }
        System.out.println(done + " transfers committed, " + (count - done) + " rolled back");
    }

    /** What the database refuses, and that nothing of it remains. */
    private void refuse() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM orders WHERE pieces = 1");
            try {
                statement.executeUpdate("INSERT INTO orders VALUES (-1, -1, 'nothing', 1, 1.00)");
            } catch (SQLException e) {
                System.out.println(e.getSQLState() + ": " + e.getMessage());
            }
            try {
                statement.executeQuery("SELECT price FROM customer");
            } catch (SQLException e) {
                System.out.println(e.getSQLState() + ": " + e.getMessage());
            }
            connection.rollback();
        }
    }

    public static void main(String[] arguments) throws SQLException {
        int inserts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        int reads = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5000;
        int customers = Math.max(2, inserts / 10);
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:shop", "SA", "")) {
            connection.setAutoCommit(false);
            Orders shop = new Orders(connection);
            shop.createTables();
            shop.insertCustomers(customers);
            shop.insertOrders(inserts - customers, customers);
            shop.print("Customers and credit by city:", "SELECT city, COUNT(*), SUM(credit) FROM customer GROUP BY city ORDER BY city");
            shop.print("Turnover by city:", "SELECT c.city, COUNT(*), SUM(o.pieces), SUM(o.pieces * o.price) AS turnover FROM orders o "
                    + "JOIN customer c ON o.customer = c.id GROUP BY c.city ORDER BY turnover DESC");
            shop.print("The best customers:", "SELECT c.name, c.city, SUM(o.pieces * o.price) AS turnover, MAX(o.price) FROM customer c "
                    + "JOIN orders o ON o.customer = c.id GROUP BY c.name, c.city ORDER BY turnover DESC, c.name LIMIT 5");
            shop.print("Items sold most often:", "SELECT item, SUM(pieces) AS sold FROM orders WHERE item LIKE 'item %' GROUP BY item "
                    + "HAVING COUNT(*) > 1 ORDER BY sold DESC, item LIMIT 5");
            shop.read(reads);
            shop.transferAll(inserts / 20, customers);
            shop.refuse();
            shop.print("At the end:", "SELECT (SELECT COUNT(*) FROM orders), SUM(credit), MIN(credit), MAX(credit) FROM customer");
            try (Statement statement = connection.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        }
    }
}
