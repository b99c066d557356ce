package io.bulkaction.server.web.dashboard;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.GroupActions;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.audit.Actor;

/** What administrators do before the screenshots, so that the audit trail has entries. */
record AdminActions(QueueOperations operations, GroupActions groups) {

    private static final QueueName QUEUE = new QueueName("default");
    private static final Actor ANN = new Actor("ann", "10.20.0.7");
    private static final Actor OPS = new Actor("ops", "10.20.0.31");

    void perform() {
        operations.pause(QUEUE, "mail gateway is being restarted", OPS);
        operations.resume(QUEUE, OPS);
        operations.retryAll(QUEUE, new DeadLetters.Filter(new GroupId("welcome-mails"), "SMTP_552", null), ANN);
        operations.skipAll(
                QUEUE, new DeadLetters.Filter(new GroupId("promo/black-friday"), "SMTP_550", null),
                "addresses removed from the list", ANN);
        groups.cancel(QUEUE, new GroupId("customer-C"), "customer asked", ANN);
        operations.pause(QUEUE, "deployment of the partner API", ANN);
        operations.resume(QUEUE, ANN);
    }
}
