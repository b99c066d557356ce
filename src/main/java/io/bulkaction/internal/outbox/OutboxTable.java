package io.bulkaction.internal.outbox;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.internal.settings.OutboxSettings;
import io.bulkaction.internal.submit.CommitStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The rows: one for each request, in the order of their submits. The statements are those of H2 and of PostgreSQL. */
public final class OutboxTable implements CommitStore {

    private static final String SCHEMA = "io/bulkaction/internal/outbox/schema.sql";

    private final JdbcTemplate jdbc;
    private final DataSource source;
    private final String table;
    private volatile Runnable committed = () -> {};

    /** @param attempts how often it was tried to send it */
    record Row(long id, int attempts, StoredRequest request) {}

    public OutboxTable(DataSource source, OutboxSettings settings) {
        this.source = source;
        this.jdbc = new JdbcTemplate(source);
        this.table = settings.table();
        if (settings.createTable()) {
            for (String statement : schema().split(";")) {
                if (!statement.isBlank()) {
                    jdbc.execute(statement.replace("bulk_action_outbox", table));
                }
            }
        }
    }

    /** @param action called after a commit that added a row; must not block */
    void onCommit(Runnable action) {
        committed = action;
    }

    @Override
    public void keep(BulkActionRequest request) {
        Instant now = Instant.now();
        jdbc.update("INSERT INTO " + table + " (created_at, not_before, attempts, request) VALUES (?, ?, 0, ?)",
                Timestamp.from(now), Timestamp.from(now), StoredRequest.of(request, now).write());
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                committed.run();
            }
        });
    }

    /** What is done with rows while nobody else has them. */
    @FunctionalInterface
    interface Work {

        /** Sends a row. @return false to leave it and those behind it for later */
        boolean send(Claim claim, Row row) throws SQLException;
    }

    /**
     * Gives due rows, oldest first, to one caller at a time. If the process dies meanwhile, the database gives them to the next.
     *
     * @return how many there were
     */
    int claim(int limit, Work work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            Claim claim = new Claim(connection, table);
            try {
                List<Row> rows = claim.rows(limit);
                for (Row row : rows) {
                    if (!work.send(claim, row)) {
                        break;
                    }
                }
                connection.commit();
                return rows.size();
            } catch (SQLException | RuntimeException | Error failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(true);
            }
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
            try (PreparedStatement select = connection.prepareStatement("SELECT id, attempts, request FROM " + table
                    + " WHERE not_before <= ? ORDER BY id LIMIT " + limit + " FOR UPDATE SKIP LOCKED")) {
                select.setTimestamp(1, Timestamp.from(Instant.now()));
                try (ResultSet found = select.executeQuery()) {
                    while (found.next()) {
                        rows.add(new Row(found.getLong(1), found.getInt(2), StoredRequest.read(found.getString(3))));
                    }
                }
            }
            return rows;
        }

        void delete(Row row) throws SQLException {
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE id = ?")) {
                delete.setLong(1, row.id());
                delete.executeUpdate();
            }
        }

        void putOff(Row row, Duration time) throws SQLException {
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE " + table + " SET attempts = attempts + 1, not_before = ? WHERE id = ?")) {
                update.setTimestamp(1, Timestamp.from(Instant.now().plus(time)));
                update.setLong(2, row.id());
                update.executeUpdate();
            }
        }
    }
}
