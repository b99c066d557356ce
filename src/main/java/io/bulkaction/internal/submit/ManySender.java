package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest.Target;
import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.GroupOwnedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends the jobs of many groups and has many groups under way at a time. For one thread. A refusal that is not about its
 * group stops everything: what was not sent would meet the same, one timeout after the other.
 */
final class ManySender {

    private static final int UNDER_WAY = 100;

    private final Function<Target, Sender> senders;
    private final Deque<Sender> underWay = new ArrayDeque<>();
    private final Set<Group> groups = new HashSet<>();
    private final List<SubmitOutcome> outcomes = new ArrayList<>();
    private @Nullable RuntimeException stopped;

    private record Group(QueueName queue, GroupId group) {

        static Group of(Target target) {
            return new Group(target.queue(), target.group());
        }
    }

    /** The jobs of one request, checked. */
    record Checked(Target target, List<EnqueueBatch.Entry> jobs, boolean sealed) {}

    ManySender(Function<Target, Sender> senders) {
        this.senders = senders;
    }

    List<SubmitOutcome> send(List<Checked> requests) {
        for (Checked request : requests) {
            // why: the calls of one group must not overtake each other, or an earlier one would undo a seal
            awaitAllBut(groups.contains(Group.of(request.target())) ? 0 : UNDER_WAY - 1);
            start(request);
        }
        awaitAllBut(0);
        return outcomes;
    }

    private void start(Checked request) {
        Sender sender = senders.apply(request.target());
        if (stopped != null) {
            awaitAllBut(0);
            outcomes.add(new SubmitOutcome(sender.submission(), stopped));
            return;
        }
        try {
            sender.expect(request.jobs());
            request.jobs().forEach(sender::add);
            sender.sendRest(request.sealed());
            groups.add(Group.of(request.target()));
            underWay.add(sender);
        } catch (RuntimeException refusal) {
            awaitAllBut(0); // the outcomes are in the order of the requests
            refuse(sender, refusal);
        }
    }

    private void awaitAllBut(int count) {
        while (underWay.size() > count) {
            Sender sender = underWay.remove();
            groups.remove(Group.of(sender.target()));
            try {
                sender.await();
                sender.end();
                outcomes.add(new SubmitOutcome(sender.submission(), null));
            } catch (RuntimeException refusal) {
                refuse(sender, refusal);
            }
        }
    }

    private void refuse(Sender sender, RuntimeException refusal) {
        sender.awaitDespiteFailures();
        sender.end();
        outcomes.add(new SubmitOutcome(sender.submission(), refusal));
        if (stopped == null
                && !(refusal instanceof GroupCancellingException || refusal instanceof GroupOwnedException)) {
            stopped = refusal;
        }
    }
}
