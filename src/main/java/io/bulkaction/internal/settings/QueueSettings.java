package io.bulkaction.internal.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.Locale;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Everything that can be set for one queue, under {@code bulk-action.queues.<name>.}. */
public record QueueSettings(
        @DefaultValue @Valid FairQueue fairQueue,
        @DefaultValue @Valid Backpressure backpressure,
        @DefaultValue @Valid Congestion congestion,
        @DefaultValue @Valid WorkerPool workerPool,
        @DefaultValue @Valid RetrySettings retry,
        @DefaultValue @Valid Reliability reliability,
        @DefaultValue("continue") OnFinalFailure onFinalFailure,
        @DefaultValue @Valid Retention retention,
        @DefaultValue @Valid Alerts alerts) {

    /**
     * @param alpha above 0 finishes nearly finished groups first, below 0 favours the least served, 0 is waiting time
     * @param maxBoost bound of what alpha can give or take, so that nobody starves
     * @param nearlyFinished jobs left at which a group counts as nearly finished: until then progress gives it nothing
     * @param roundTime where more groups wait than a batch has jobs, a turn is several jobs while all groups have theirs
     *     within this time; 1ms = one job each
     * @param cost what a turn is measured in
     */
    public record FairQueue(
            @DefaultValue("10000") double alpha,
            @DefaultValue("10m") @PositiveDuration Duration maxBoost,
            @DefaultValue("10") @Min(1) long nearlyFinished,
            @DefaultValue("1s") @PositiveDuration Duration roundTime,
            @DefaultValue("jobs") Cost cost) {}

    /** What a turn of a group is measured in. */
    public enum Cost {
        /** Every group is served as many jobs. */
        JOBS,
        /** Every group gets as much of the workers' time: a job costs its group's mean duration. */
        TIME;

        /** As the scripts call it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Who gets the tokens of a window. */
    public enum Share {
        /** Groups take turns; what one does not use, another may. */
        LEND,
        /** Each group gets an equal part of the window and never more. */
        STRICT;

        /** As the scripts call it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param globalRps jobs per second that may start, over all instances
     * @param rateLimitBurst how far ahead of the clock the tokens of a window may be used; as long as the window = all of
     *     them at its start
     * @param share who gets the tokens of a window
     * @param readyTargetWait how long a job should wait in Ready; sets its working depth
     */
    public record Backpressure(
            @DefaultValue("10000") @Positive double globalRps,
            @DefaultValue("1s") @PositiveDuration Duration rateLimitWindow,
            @DefaultValue("50ms") @PositiveDuration Duration rateLimitBurst,
            @DefaultValue("lend") Share share,
            @DefaultValue("10000") @Min(1) int readyQueueMaxSize,
            @DefaultValue("25ms") @PositiveDuration Duration readyTargetWait,
            @DefaultValue("100ms") @PositiveDuration Duration dispatchInterval,
            @DefaultValue("100") @Min(1) @Max(1000) int dispatchBatchSize,
            @DefaultValue("1s") @PositiveDuration Duration defaultBackoff,
            @DefaultValue("60s") @PositiveDuration Duration maxBackoff) {

        /** How many jobs may start within one window. */
        public long tokensPerWindow() {
            return (long) Math.floor(globalRps * rateLimitWindow.toMillis() / 1000.0 + 1e-9);
        }

        @AssertTrue(message = "globalRps x rateLimitWindow must give at least one token per window")
        boolean isAtLeastOneTokenPerWindow() {
            return tokensPerWindow() >= 1;
        }
    }

    public record Congestion(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1s") @PositiveDuration Duration baseBackoff,
            @DefaultValue("2m") @PositiveDuration Duration maxBackoff,
            @DefaultValue("1h") @PositiveDuration Duration statsRetention) {}

    /**
     * @param fetchInterval how long the fetcher waits at most while Ready has no room
     * @param workerTimeout how long an idle claimer blocks at most before it looks again by itself
     * @param maxConcurrency most jobs in flight over all instances, 0 = no limit
     * @param maxConcurrencyPerGroup most jobs of one group from Ready to finish over all instances, 0 = no limit
     * @param ordered a group's jobs run strictly one after the other
     */
    public record WorkerPool(
            @DefaultValue("10") @Min(0) @Max(10_000) int workerCount,
            @DefaultValue("200ms") @PositiveDuration Duration fetchInterval,
            @DefaultValue("50") @Min(1) @Max(1000) int fetchBatchSize,
            @DefaultValue("5s") @PositiveDuration Duration workerTimeout,
            @DefaultValue("30s") @PositiveDuration Duration jobTimeout,
            @DefaultValue("30s") @PositiveDuration Duration shutdownGracePeriod,
            @DefaultValue("0") @Min(0) int maxConcurrency,
            @DefaultValue("0") @Min(0) int maxConcurrencyPerGroup,
            @DefaultValue("false") boolean ordered) {}

    /** @param aggregatorTimeout how long a result aggregator may take for a thousand results before it is given up */
    public record Reliability(
            @DefaultValue("30s") @PositiveDuration Duration lease,
            @DefaultValue("10s") @PositiveDuration Duration heartbeat,
            @DefaultValue("5s") @PositiveDuration Duration recoverInterval,
            @DefaultValue("3") @Min(0) int maxRecoveries,
            @DefaultValue("30s") @PositiveDuration Duration aggregatorTimeout) {

        /** Longest rest of a loop after failures, and of the connection before it tries again. */
        private static final Duration RECONNECT = Duration.ofSeconds(3);

        @AssertTrue(message = "lease must be at least twice heartbeat, or one late heartbeat loses the lease")
        boolean isLeaseLongerThanTwoHeartbeats() {
            return lease.compareTo(heartbeat.multipliedBy(2)) >= 0;
        }

        /** How long a heartbeat tells that its instance lives: one may be late, or wait for a new connection. */
        public Duration heartbeatGoodFor() {
            return heartbeat.multipliedBy(2).plus(RECONNECT);
        }
    }

    /**
     * @param completedJobs how long a finished job can still be looked up
     * @param finishedGroups how long a finished group and its result can still be looked up
     * @param results how many past results a group keeps
     */
    public record Retention(
            @DefaultValue("24h") @PositiveDuration Duration completedJobs,
            @DefaultValue("7d") @PositiveDuration Duration finishedGroups,
            @DefaultValue("10") @Min(1) int results) {}

    /**
     * @param waitingExceeds alert when more jobs than this wait, 0 = never
     * @param pausedLongerThan alert when the queue has been paused for longer
     * @param deadLettersExceed alert when more jobs than this failed for good within {@code deadLettersWithin}, 0 = never
     * @param unsealedLongerThan alert when nothing was added to a run for longer and nobody has sealed it
     */
    public record Alerts(
            @DefaultValue("100") @Min(0) long waitingExceeds,
            @DefaultValue("1h") @PositiveDuration Duration pausedLongerThan,
            @DefaultValue("10") @Min(0) long deadLettersExceed,
            @DefaultValue("5m") @PositiveDuration Duration deadLettersWithin,
            @DefaultValue("1h") @PositiveDuration Duration unsealedLongerThan) {}
}
