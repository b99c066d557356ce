package io.bulkaction.internal.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Which transactions write to a database. That there is a transaction does not say so: it may be one of Kafka, or of another
 * database, and what is written meanwhile would stay whatever becomes of it.
 */
final class DatabaseTransactions {

    private final DataSource source;
    private volatile boolean commitsByDefault = true;

    DatabaseTransactions(DataSource given) {
        this.source = given instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                ? proxy.getTargetDataSource() : given;
    }

    /** By whose name transactions know it. */
    DataSource source() {
        return source;
    }

    /** Whether the current transaction writes to this database. */
    boolean isInOne() {
        return !TransactionSynchronizationManager.isCurrentTransactionReadOnly()
                && TransactionSynchronizationManager.getResource(source) instanceof ConnectionHolder
                && !isAutoCommit()
                && (commitsByDefault || !isBoundForReuse());
    }

    /** How connections come out of the pool. */
    void learn() throws SQLException {
        try (Connection connection = source.getConnection()) {
            commitsByDefault = connection.getAutoCommit();
        }
    }

    /** Then it was fetched inside the transaction of something else, and each statement counts for itself. */
    private boolean isAutoCommit() {
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            return connection.getAutoCommit();
        } catch (SQLException e) {
            throw new IllegalStateException("the connection of the transaction cannot be asked: " + e.getMessage(), e);
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }

    /**
     * Spring keeps a connection that is fetched inside the transaction of something else until that ends. Where the pool turns
     * auto-commit off it looks like one with a transaction, and nobody commits it. Errs where a second database is read beside it.
     */
    private static boolean isBoundForReuse() {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .anyMatch(each -> each.getClass().getEnclosingClass() == DataSourceUtils.class);
    }
}
