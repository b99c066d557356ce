package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest.Target;
import io.bulkaction.CyclicAfterException;
import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.Submission;
import io.bulkaction.SubmitOutcome;
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

    private final Function<CheckedRequest, Sender> senders;
    private final Deque<Sender> underWay = new ArrayDeque<>();
    private final Set<Group> groups = new HashSet<>();
    private final List<SubmitOutcome> outcomes = new ArrayList<>();
    private @Nullable RuntimeException stopped;

    private record Group(QueueName queue, GroupId group) {

        static Group of(Target target) {
            return new Group(target.queue(), target.group());
        }
    }

    ManySender(Function<CheckedRequest, Sender> senders) {
        this.senders = senders;
    }

    List<SubmitOutcome> send(List<CheckedRequest> requests) {
        for (CheckedRequest request : requests) {
            // why: the calls of one group must not overtake each other, or an earlier one would undo a seal; and a group that
            // waits for others must find them
            boolean isAlone = groups.contains(Group.of(request.target())) || !request.target().after().isEmpty();
            awaitAllBut(isAlone ? 0 : UNDER_WAY - 1);
            start(request);
        }
        awaitAllBut(0);
        return outcomes;
    }

    private void start(CheckedRequest request) {
        if (stopped != null) {
            awaitAllBut(0); // the outcomes are in the order of the requests
            outcomes.add(nothing(request.target(), stopped));
            return;
        }
        Sender sender;
        try {
            sender = senders.apply(request);
        } catch (RuntimeException refusal) {
            awaitAllBut(0);
            outcomes.add(nothing(request.target(), refusal));
            stopUnlessOfTheGroup(refusal);
            return;
        }
        try {
            sender.expect(request.jobs());
            request.jobs().forEach(sender::add);
            sender.sendRest(request.sealed());
            groups.add(Group.of(request.target()));
            underWay.add(sender);
        } catch (RuntimeException refusal) {
            awaitAllBut(0);
            refuse(sender, refusal);
        }
    }

    private static SubmitOutcome nothing(Target target, RuntimeException refusal) {
        return new SubmitOutcome(new Submission(target.queue(), target.group(), 0, 0, 0, 0, "", false), refusal);
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
        stopUnlessOfTheGroup(refusal);
    }

    private void stopUnlessOfTheGroup(RuntimeException refusal) {
        if (stopped == null && !(refusal instanceof GroupCancellingException || refusal instanceof GroupOwnedException
                || refusal instanceof CyclicAfterException)) {
            stopped = refusal;
        }
    }
}
