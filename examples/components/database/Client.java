import gnomon.Domain;
import gnomon.Naming;

import java.sql.SQLException;
import java.util.List;

/** One of several that put orders into the database and ask for them. */
final class Client {
    public static void main(String[] arguments) throws Exception {
        int orders = Integer.parseInt(arguments[0]);
        String name = Domain.currentName();
        Database database = Naming.lookup("database", Database.class);
        for (int i = 0; i < orders; i++) {
            database.update("INSERT INTO orders (client, item, amount) VALUES (?, ?, ?)", List.of(name, "item " + i % 5, i));
        }
        List<Object> sums = database.query("SELECT count(*), sum(amount) FROM orders WHERE client = ?", List.of(name)).get(0);
        System.out.println(name + ": " + sums.get(0) + " orders, " + sums.get(1) + " in all");
        try {
            database.query("SELECT nothing FROM nowhere", List.of());
        } catch (SQLException e) {
            System.out.println(name + ": " + e.getSQLState());
        }
    }
}
