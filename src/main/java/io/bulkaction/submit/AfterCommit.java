package io.bulkaction.submit;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** Puts something off until the current transaction commits. Spring's transactions need not be on the class path. */
final class AfterCommit {

    private static final boolean HAS_TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            AfterCommit.class.getClassLoader());

    private AfterCommit() {}

    static boolean isPossible() {
        return HAS_TRANSACTIONS && Transactions.isActive();
    }

    static void run(Runnable action) {
        Transactions.afterCommit(action);
    }

    /** Loaded only where the classes it names are there. */
    private static final class Transactions {

        static boolean isActive() {
            return TransactionSynchronizationManager.isSynchronizationActive()
                    && TransactionSynchronizationManager.isActualTransactionActive();
        }

        static void afterCommit(Runnable action) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    action.run();
                }
            });
        }
    }
}
