package io.bulkaction.internal.flow;

import io.bulkaction.PriorityLevel;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Somebody who has turns: a group, or a tenant on one level. */
abstract class FairMember {

    final String id;
    double lastServedAt;
    double credit;

    FairMember(String id) {
        this.id = id;
    }

    abstract double weight();

    /** By how much its priority is ahead. */
    abstract double lift();

    abstract boolean isWaiting();

    /** What it must have to be served. */
    abstract double cost();

    /** What its jobs cost at least; of a tenant that depends on the group. */
    double costOfAJob() {
        return cost();
    }

    double score() {
        return -lastServedAt;
    }

    /** Why a group may not take turns. */
    enum Parked {
        RATE, THROTTLED
    }

    /** What a group or a tenant may start. */
    static final class Limited {
        /** Its own rate, or where shares are strict the queue's; null if it has neither. */
        @Nullable
        TokenModel tokens;
        /** Until its next token is there, or until the other side's time. */
        @Nullable
        Long parkedUntil;
        Parked why = Parked.RATE;
        /** Of a tenant. */
        boolean isPaused;
        /** After a pause: so many jobs in Ready must pass until all is in order again. */
        int draining;

        void park(long until, Parked reason) {
            parkedUntil = until;
            why = reason;
        }

        boolean isParkedFor(Parked reason) {
            return parkedUntil != null && why == reason;
        }

        boolean counts() {
            return tokens != null || isPaused || draining > 0;
        }

        long left(long now, long at) {
            return isPaused ? 0 : tokens == null ? Long.MAX_VALUE : tokens.left(now, at);
        }
    }

    record Job(Group group, long position, String id) implements Comparable<Job> {

        @Override
        public int compareTo(Job other) {
            return Long.compare(position, other.position);
        }

        String name() {
            return group.id + "#" + id;
        }
    }

    static final class Group extends FairMember {

        private final PriorityCalculator calculator;
        PriorityLevel level = PriorityLevel.NORMAL;
        long base;
        long run;
        long total;
        long done;
        double score;
        double weight;
        /** By its mean duration, where a turn is measured in time. */
        double cost = 1;
        long durationSum;
        long succeeded;
        boolean finished = true;
        /** By position; those that were in Ready and came back are the first. */
        final NavigableSet<Job> pending = new TreeSet<>();
        long lastPosition;
        int inReady;
        /** Of those pending, how many have come back. */
        int returned;
        /** Was idle and has not taken its seat yet. */
        boolean isComing;
        final Limited limited = new Limited();
        final @Nullable Tenant tenant;

        Group(String id, double weight, @Nullable Tenant tenant, PriorityCalculator calculator) {
            super(id);
            this.weight = weight;
            this.tenant = tenant;
            this.calculator = calculator;
        }

        @Override
        double weight() {
            return weight;
        }

        @Override
        double lift() {
            return calculator.score(0, base, done, total);
        }

        /** From when it was served or got jobs last. */
        @Override
        double score() {
            return score;
        }

        void rescore() {
            score = calculator.score(lastServedAt, base, done, total);
        }

        @Override
        boolean isWaiting() {
            return !pending.isEmpty() && limited.parkedUntil == null && !isComing;
        }

        @Override
        double cost() {
            return cost;
        }
    }

    static final class Tenant {
        final String id;
        final Limited limited = new Limited();
        double weight;
        final Map<PriorityLevel, Seat> seats = new EnumMap<>(PriorityLevel.class);

        Tenant(String id, double weight) {
            this.id = id;
            this.weight = weight;
        }
    }

    /** A tenant in one level. It pays for its last job in arrears, so it needs hardly any credit to be served. */
    static final class Seat extends FairMember {
        final Tenant tenant;
        final PriorityLevel level;
        private final FairModel model;
        FairLap lap = new FairLap();
        /** By the batch that is being served; parked at its end. */
        boolean isDenied;

        Seat(Tenant tenant, PriorityLevel level, FairModel model) {
            super(tenant.id);
            this.tenant = tenant;
            this.level = level;
            this.model = model;
        }

        @Override
        double weight() {
            return tenant.weight;
        }

        @Override
        double lift() {
            return 0;
        }

        @Override
        boolean isWaiting() {
            return tenant.limited.parkedUntil == null && !tenant.limited.isPaused && !isDenied
                    && model.groupsOf(tenant, level).anyMatch(Group::isWaiting);
        }

        @Override
        double cost() {
            return 1e-6;
        }

        @Override
        double costOfAJob() {
            return 1;
        }
    }
}
