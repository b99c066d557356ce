package io.bulkaction.internal.operate.sending;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.sending.SendingWindow.Origin;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.testing.TestQueue;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** The sending windows of a queue for tests, kept with the queue itself, and one instance that looks after them. */
public record Calendar(TestQueue test, Queues queues, SendingWindows windows, WindowKeeper keeper) {

    static final Actor ANNA = new Actor("anna", "");

    public static Calendar of(TestQueue test) {
        Queue queue = test.queue();
        Queues queues = new Queues(Map.of(queue.name(), queue, BulkActionSettings.DEFAULT_QUEUE, queue));
        SendingWindows windows = new SendingWindows(queues, Map.of(), new Audit(queues, Defaults.audit()));
        return new Calendar(test, queues, windows, windows.keeper(List.of(queue)));
    }

    /** As somebody does at run time. @param open hours with commas between them */
    public Calendar put(String name, String open, String zone) {
        windows.put(new SendingWindow(name, Origin.API, List.of(open.split(",")), zone, "MON-SUN", List.of()), ANNA);
        return this;
    }

    void putExcept(String name, String open, String zone, LocalDate... except) {
        windows.put(new SendingWindow(name, Origin.API, List.of(open), zone, "MON-SUN", List.of(except)), ANNA);
    }
}
