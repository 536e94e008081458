import gnomon.Naming;
import gnomon.Portal;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** SQL for other domains: HSQLDB, with its tables in memory, in a domain of its own. */
interface Database extends Portal {
    /** Runs a statement with these values in place of its question marks; returns how many rows it has changed. */
    int update(String sql, List<Object> values) throws SQLException;

    /** The rows that a query finds. */
    List<List<Object>> query(String sql, List<Object> values) throws SQLException;
}

final class DatabaseMain implements Database {
    private final Connection connection;

    private DatabaseMain(Connection connection) {
        this.connection = connection;
    }

    /** Other domains have no class of HSQLDB: what one says goes to them, and not its cause. */
    private static SQLException copyOf(SQLException e) {
        return new SQLException(e.getMessage(), e.getSQLState(), e.getErrorCode());
    }

    private PreparedStatement prepare(String sql, List<Object> values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
        return statement;
    }

    @Override
    public synchronized int update(String sql, List<Object> values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw copyOf(e);
        }
    }

    @Override
    public synchronized List<List<Object>> query(String sql, List<Object> values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values); ResultSet found = statement.executeQuery()) {
            List<List<Object>> rows = new ArrayList<>();
            while (found.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.add(found.getObject(i));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw copyOf(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Class.forName("org.hsqldb.jdbc.JDBCDriver");
        Database database = new DatabaseMain(DriverManager.getConnection("jdbc:hsqldb:mem:shop", "SA", ""));
        database.update("CREATE TABLE orders (id INTEGER IDENTITY, client VARCHAR(20), item VARCHAR(20), amount INTEGER)", List.of());
        Naming.register("database", database);
        Thread.currentThread().join(); // for ever: it is a service
    }
}
