package io.bulkaction.internal.submit;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** Defers an action until the current transaction has committed. Spring's transactions need not be on the class path. */
final class AfterCommit {

    private static final boolean HAS_TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            AfterCommit.class.getClassLoader());

    private AfterCommit() {}

    /** Whether there is a transaction to wait for. */
    static boolean isPossible() {
        return HAS_TRANSACTIONS && Transactions.isActive();
    }

    static void run(Runnable action) {
        Transactions.afterCommit(action);
    }

    /** A class of its own, which is loaded only where Spring's transactions are on the class path. */
    private static final class Transactions {

        static boolean isActive() {
            return TransactionSynchronizationManager.isSynchronizationActive()
                    && TransactionSynchronizationManager.isActualTransactionActive();
        }

        static void afterCommit(Runnable action) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                private boolean done;

                @Override
                public void afterCommit() {
                    done = true;
                    action.run();
                }

                /** For a submit by a listener that itself runs after the commit: Spring calls only this one then. */
                @Override
                public void afterCompletion(int status) {
                    if (!done && status == STATUS_COMMITTED) {
                        afterCommit();
                    }
                }
            });
        }
    }
}
