package io.bulkaction.internal.outbox;

import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.settings.OutboxSettings;
import io.bulkaction.internal.submit.CheckedRequest;
import io.bulkaction.internal.submit.CommitStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The rows: one for each request, in the order of their submits. The statements are those of H2 and of PostgreSQL; times are
 * milliseconds, which mean the same in every time zone.
 */
public final class OutboxTable implements CommitStore {

    private static final Logger log = LoggerFactory.getLogger(OutboxTable.class);
    private static final String SCHEMA = "io/bulkaction/internal/outbox/schema.sql";
    private static final int MAX_REASON = 1_000;
    private static final int FETCHED = 20;

    /** Of one claim, except for a last row that is longer. */
    private static final int MAX_CHARS = 4_000_000;

    private final DatabaseTransactions transactions;
    private final JdbcTemplate jdbc;
    private final DataSource source;
    private final PayloadCodecs payloads;
    private final String table;
    private final String insert;
    private final AtomicBoolean hasWarned = new AtomicBoolean();
    private volatile Runnable committed = () -> {};

    /**
     * @param attempts how often it was tried to send it
     * @param json see {@link StoredRequest}
     */
    record Row(long id, Instant createdAt, int attempts, String json) {}

    public OutboxTable(DataSource given, OutboxSettings settings, PayloadCodecs payloads) {
        this.transactions = new DatabaseTransactions(given);
        this.source = transactions.source();
        this.jdbc = new JdbcTemplate(source);
        this.payloads = payloads;
        this.table = settings.table();
        this.insert =
                "INSERT INTO " + table + " (created_at, not_before, attempts, request) VALUES (?, ?, 0, ?)";
        if (settings.createTable()) {
            create();
        }
    }

    /** @param action called after a commit that added a row; must not block */
    void onCommit(Runnable action) {
        committed = action;
    }

    /** Once everything is set up, which may be what creates the table. */
    void check() throws SQLException {
        transactions.learn();
        if (!isThere()) {
            throw new IllegalStateException(
                    "the table " + table + " of bulk-action.outbox cannot be read; create it as "
                            + SCHEMA + " in the jar of bulk-action says, or set bulk-action.outbox.create-table=true");
        }
    }

    @Override
    public boolean write(List<CheckedRequest> requests) {
        if (!transactions.isInOne()) {
            if (!hasWarned.getAndSet(true)) {
                log.warn(
                        "A transaction submits that does not write to the DataSource of the outbox. What such transactions "
                                + "submit is sent after their commit, and kept in the table {} only if that fails: a crash in between "
                                + "loses it. This is said once.",
                        table);
            }
            return false;
        }
        jdbc.batchUpdate(insert, rows(requests));
        return true;
    }

    @Override
    public void keep(List<CheckedRequest> requests) {
        try (Connection connection = source.getConnection()) {
            inTransaction(connection, () -> {
                try (PreparedStatement rows = connection.prepareStatement(insert)) {
                    for (Object[] row : rows(requests)) {
                        for (int i = 0; i < row.length; i++) {
                            rows.setObject(i + 1, row[i]);
                        }
                        rows.addBatch();
                    }
                    return rows.executeBatch();
                }
            });
        } catch (SQLException e) {
            throw new IllegalStateException("the outbox could not be written: " + e.getMessage(), e);
        }
        committed();
    }

    @Override
    public void committed() {
        committed.run();
    }

    /** What is done with rows while nobody else has them. */
    @FunctionalInterface
    interface Work {

        void on(Claim claim, List<Row> rows) throws SQLException;
    }

    /**
     * Gives due rows, oldest first, to one caller at a time. If the process dies meanwhile, the database gives them to the next.
     *
     * @return how many there were
     */
    int claim(int limit, Work work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return inTransaction(connection, () -> {
                Claim claim = new Claim(connection, table);
                List<Row> rows = claim.rows(limit);
                work.on(claim, rows);
                return rows.size();
            });
        }
    }

    CheckedRequest read(Row row) {
        return StoredRequest.read(row.json(), payloads);
    }

    /** Reads the whole table, which has few rows unless something is wrong. */
    OutboxStatus status() {
        Instant now = Instant.now();
        return Objects.requireNonNull(jdbc.queryForObject("SELECT COUNT(*) - COUNT(refused_at), COUNT(refused_at),"
                + " MIN(CASE WHEN refused_at IS NULL THEN created_at END) FROM " + table,
                (found, row) -> {
                    long oldest = found.getLong(3); // 0 where there is none
                    return new OutboxStatus(found.getLong(1), oldest == 0 ? Duration.ZERO
                            : Duration.between(Instant.ofEpochMilli(oldest), now), found.getLong(2));
                }));
    }

    private List<Object[]> rows(List<CheckedRequest> requests) {
        return requests.stream().map(request -> {
            long now = request.at().toEpochMilli();
            return new Object[] {now, now, StoredRequest.write(request, payloads)};
        }).toList();
    }

    /** Two instances may start at once, and the database then tells one of them that the table is there already. */
    private void create() {
        try {
            for (String statement : schema().split(";")) {
                if (!statement.isBlank()) {
                    jdbc.execute(statement.replace("bulk_action_outbox", table));
                }
            }
        } catch (DataAccessException e) {
            if (!isThere()) {
                throw e;
            }
        }
    }

    private boolean isThere() {
        try {
            jdbc.queryForList("SELECT id, refused_at FROM " + table + " WHERE 1 = 0");
            return true;
        } catch (DataAccessException missing) {
            log.debug("The table of the outbox cannot be read", missing);
            return false;
        }
    }

    private interface Statements<T> {

        T run() throws SQLException;
    }

    private static <T> T inTransaction(Connection connection, Statements<T> statements) throws SQLException {
        boolean before = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try {
            T result = statements.run();
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException | Error failure) {
            connection.rollback();
            throw failure;
        } finally {
            connection.setAutoCommit(before);
        }
    }

    private static String schema() {
        try {
            return new ClassPathResource(SCHEMA).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rows that nobody else has until the connection commits. */
    record Claim(Connection connection, String table) {

        private List<Row> rows(int limit) throws SQLException {
            List<Row> rows = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement("SELECT id, created_at, attempts, request FROM "
                    + table + " WHERE refused_at IS NULL AND not_before <= ? ORDER BY id LIMIT " + limit
                    + " FOR UPDATE SKIP LOCKED")) {
                select.setLong(1, System.currentTimeMillis());
                select.setFetchSize(FETCHED);
                int chars = 0;
                try (ResultSet found = select.executeQuery()) {
                    while (chars < MAX_CHARS && found.next()) {
                        rows.add(new Row(found.getLong(1), Instant.ofEpochMilli(found.getLong(2)), found.getInt(3),
                                found.getString(4)));
                        chars += rows.getLast().json().length();
                    }
                }
            }
            return rows;
        }

        void delete(List<Row> rows) throws SQLException {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM " + table + " WHERE id = ?")) {
                for (Row row : rows) {
                    delete.setLong(1, row.id());
                    delete.addBatch();
                }
                delete.executeBatch();
            }
        }

        void putOff(Row row, Duration time) throws SQLException {
            update("UPDATE " + table + " SET attempts = attempts + 1, not_before = ? WHERE id = ?",
                    System.currentTimeMillis() + time.toMillis(), row.id());
        }

        /** It stays, for a person to look at. */
        void refuse(Row row, String reason) throws SQLException {
            update("UPDATE " + table + " SET refused_at = ?, reason = ? WHERE id = ?", System.currentTimeMillis(),
                    reason.substring(0, Math.min(reason.length(), MAX_REASON)), row.id());
        }

        private void update(String statement, Object... values) throws SQLException {
            try (PreparedStatement update = connection.prepareStatement(statement)) {
                for (int i = 0; i < values.length; i++) {
                    update.setObject(i + 1, values[i]);
                }
                update.executeUpdate();
            }
        }
    }
}
