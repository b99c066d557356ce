package io.bulkaction.internal.operate;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import java.util.Map;

/** One queue with everything an administrator needs. */
public record Office(
        TestQueue test,
        JobDriver driver,
        QueueName name,
        Queues queues,
        Audit audit,
        Tasks tasks,
        QueueOperations operations) {

    public static Office with(String... properties) {
        return of(TestQueue.with(properties));
    }

    public static Office of(TestQueue test) {
        Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
        Audit audit = new Audit(queues, Defaults.audit());
        Tasks tasks = new Tasks(queues);
        return new Office(
                test,
                new JobDriver(test),
                test.queue().name(),
                queues,
                audit,
                tasks,
                new QueueOperations(queues, audit, tasks));
    }

    /** One step of a cancellation; it takes what waits and marks the rest. */
    public void cancel(String group) {
        Groups.of(test.queue()).cancel(new GroupId(group), "not needed", null, List.of());
    }
}
