package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * On whose behalf this thread submits. Bound by whoever knows callers apart; an application that submits from Java does so
 * for itself and owns no group.
 *
 * @param owner becomes the owner of the groups that the submit creates; null = nobody
 * @param quota how much it may have; null = any
 * @param isCounted whether this submit has been counted for its rate
 * @param mayUse whether it may add to a group that another owner created; null = always
 */
public record Submitter(@Nullable GroupOwner owner, @Nullable BiPredicate<GroupId, GroupOwner> mayUse,
        @Nullable Quota quota, AtomicBoolean isCounted) {

    public static final Submitter APPLICATION = new Submitter(null, null, null);

    public Submitter(
            @Nullable GroupOwner owner, @Nullable BiPredicate<GroupId, GroupOwner> mayUse, @Nullable Quota quota) {
        this(owner, mayUse, quota, new AtomicBoolean());
    }

    // why not a parameter: the API that applications call, and may wrap, knows no callers
    private static final ThreadLocal<Submitter> CURRENT = ThreadLocal.withInitial(() -> APPLICATION);

    /** Something that submits. */
    @FunctionalInterface
    public interface Submit<T> {

        T run() throws IOException;
    }

    public static Submitter current() {
        return CURRENT.get();
    }

    public <T> T call(Submit<T> submit) throws IOException {
        Submitter before = CURRENT.get();
        CURRENT.set(this);
        try {
            return submit.run();
        } finally {
            CURRENT.set(before);
        }
    }

    /** For the script, as far as nothing is known of the group. */
    public EnqueueBatch.By by() {
        return new EnqueueBatch.By(owner, owner == null || mayUse == null ? null : owner.name(), mayUse != null, null);
    }

    /** For the script, once it has said who the owner is; throws where that one's groups are out of reach. */
    public EnqueueBatch.By by(GroupOwnedException owned) {
        if (mayUse != null && !mayUse.test(owned.group(), owned.owner())) {
            throw owned;
        }
        return new EnqueueBatch.By(owner, owned.owner().name(), mayUse != null, null);
    }
}
