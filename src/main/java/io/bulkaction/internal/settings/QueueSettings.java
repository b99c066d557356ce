package io.bulkaction.internal.settings;

import io.bulkaction.GroupLimits;
import io.bulkaction.Ids;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that can be set for one queue, under {@code bulk-action.queues.<name>.}. The annotation names one queue so
 * that the list for editors describes these settings; they are bound as values of {@link BulkActionSettings#queues}.
 *
 * @param partitions Parts that the tenants of the queue are spread over, so that several nodes of a Redis Cluster share its
 *     work.
 * @param sendingWindow Name of a sending window: nothing of the queue starts outside its hours.
 * @param onFinalFailure Whether the queue continues or pauses when a job fails for good.
 */
@ConfigurationProperties("bulk-action.queues.default")
public record QueueSettings(
        @DefaultValue("1") @Min(1) @Max(QueueSettings.MAX_PARTITIONS) int partitions,
        @DefaultValue @Valid FairQueue fairQueue,
        @DefaultValue @Valid Backpressure backpressure,
        @DefaultValue @Valid Congestion congestion,
        @DefaultValue @Valid WorkerPool workerPool,
        @DefaultValue @Valid @NestedConfigurationProperty RetrySettings retry,
        @DefaultValue @Valid Reliability reliability,
        @Nullable String sendingWindow,
        @DefaultValue("continue") OnFinalFailure onFinalFailure,
        @DefaultValue @Valid Retention retention,
        @DefaultValue @Valid Alerts alerts) {

    public static final int MAX_PARTITIONS = 256;

    /** Whether the tokens of the queue are counted in ledgers, because one partition cannot count them. */
    public boolean hasLedger() {
        return partitions > 1 || backpressure.limiter() != null;
    }

    @AssertTrue(message = "worker-pool.max-concurrency is counted in one partition: set partitions to 1, and no"
            + " limiter, or max-concurrency to 0")
    boolean isConcurrencyCountedInOnePartition() {
        return !hasLedger() || workerPool.maxConcurrency() == 0;
    }

    @AssertTrue(message = "backpressure.share strict divides the tokens of one partition: set partitions to 1, and no limiter,"
            + " or share to lend")
    boolean isShareDividedInOnePartition() {
        return !hasLedger() || backpressure.share() == Share.LEND;
    }

    @AssertTrue(message = "worker-pool.ordered with on-final-failure pause stops everything at the failed job, which takes up"
            + " to a second over several partitions: set partitions to 1")
    boolean isOrderStoppedInOnePartition() {
        return partitions == 1 || !workerPool.ordered() || onFinalFailure == OnFinalFailure.CONTINUE;
    }

    /**
     * @param alpha Above 0, groups that are nearly finished go first; below 0, the least served go first; with 0
     *     waiting time alone decides.
     * @param maxBoost The most that alpha can add or subtract, so that nobody starves.
     * @param nearlyFinished Number of jobs left at which a group counts as nearly finished.
     * @param roundTime If very many groups wait, a group may get several jobs per turn, as long as all of them have their
     *     turn within this time.
     * @param cost What a turn is measured in: jobs, or the time that they take.
     * @param weights How much tenants and groups get at their turn, by their id, unless a submit or an administrator has
     *     said otherwise.
     */
    public record FairQueue(
            @DefaultValue("10000") double alpha,
            @DefaultValue("10m") @PositiveDuration Duration maxBoost,
            @DefaultValue("10") @Min(1) long nearlyFinished,
            @DefaultValue("1s") @PositiveDuration Duration roundTime,
            @DefaultValue("jobs") Cost cost,
            @DefaultValue @Size(max = FairQueue.MAX_WEIGHTS) Map<String, @DecimalMin(""
                    + GroupLimits.MIN_WEIGHT) @DecimalMax(""
                            + GroupLimits.MAX_WEIGHT) Double> weights) {

        /** Every fetch takes them along. */
        static final int MAX_WEIGHTS = 1_000;

        /** The weight of a tenant or a group that nobody gave another. */
        public double weightOf(String id) {
            return weights.getOrDefault(id, (double) GroupLimits.DEFAULT_WEIGHT);
        }

        @AssertTrue(message = "the names of weights must be ids of tenants or groups; write one with a slash as \"[acme/june]\"")
        boolean isWeightsNamedById() {
            return weights.keySet().stream().allMatch(Ids::isValid);
        }
    }

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
     * @param globalRps Starts per second over all instances, retries included.
     * @param rateLimitWindow Length of the window in which starts are counted.
     * @param rateLimitBurst How far ahead of the clock the tokens of a window may be used; as long as the window, all of
     *     them may be used at its start.
     * @param limiter Name of a limiter, of which every start takes a token as well; other queues may use the same.
     * @param share Whether groups lend each other the tokens that they do not use, or each has a strict share.
     * @param readyQueueMaxSize Upper bound of Ready.
     * @param readyTargetWait How long a job should wait in Ready; determines its working depth.
     * @param dispatchInterval How long the dispatcher rests at least between two looks at Non-ready.
     * @param dispatchBatchSize Most jobs that the dispatcher moves at once.
     * @param defaultBackoff Estimated wait of a group without tokens if congestion control is off.
     * @param maxBackoff Longest such estimate if congestion control is off.
     */
    public record Backpressure(
            @DefaultValue("10000") @Positive double globalRps,
            @DefaultValue("1s") @PositiveDuration Duration rateLimitWindow,
            @DefaultValue("50ms") @PositiveDuration Duration rateLimitBurst,
            @Nullable String limiter,
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

    /**
     * @param enabled Whether the estimated wait of a group without tokens depends on how many of its jobs wait.
     * @param baseBackoff Shortest such estimate.
     * @param maxBackoff Longest such estimate.
     * @param statsRetention How long the congestion figures of a group are kept.
     */
    public record Congestion(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1s") @PositiveDuration Duration baseBackoff,
            @DefaultValue("2m") @PositiveDuration Duration maxBackoff,
            @DefaultValue("1h") @PositiveDuration Duration statsRetention) {}

    /**
     * @param workerCount Workers per instance.
     * @param fetchInterval Longest wait of the fetcher while Ready has no room.
     * @param fetchBatchSize Jobs per fetch. While the workers are quick, a fetch takes more.
     * @param workerTimeout How long an idle loop blocks before it checks by itself.
     * @param jobTimeout After this time a job is interrupted and counts as failed.
     * @param shutdownGracePeriod How long running jobs may take to finish when the service stops.
     * @param maxConcurrency Most jobs in flight over all instances; 0 for no limit.
     * @param maxConcurrencyPerGroup Most jobs of one group between Ready and their end, over all instances; 0 for no
     *     limit.
     * @param ordered Whether the jobs of a group run strictly one after the other.
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

    /**
     * @param lease If nobody extends the lease of a running job for this long, another instance can get the job.
     * @param heartbeat How often an instance extends its leases and reports that it is alive.
     * @param recoverInterval How often instances look for expired leases.
     * @param maxRecoveries A job whose instance died more often than this while it ran fails for good.
     * @param aggregatorTimeout How long a result aggregator may take for 1,000 results before it is interrupted.
     * @param unknownProcessorAfter How long a job waits for an instance that knows its processor type, before it fails for
     *     good; 0 for ever.
     * @param replicas How many replicas of Redis must have the jobs of a submit, or the seal of a run, before it is answered.
     * @param replicaTimeout How long they may take. Otherwise the submit gets NOT_REPLICATED and may be sent again.
     */
    public record Reliability(
            @DefaultValue("30s") @PositiveDuration Duration lease,
            @DefaultValue("10s") @PositiveDuration Duration heartbeat,
            @DefaultValue("5s") @PositiveDuration Duration recoverInterval,
            @DefaultValue("3") @Min(0) int maxRecoveries,
            @DefaultValue("30s") @PositiveDuration Duration aggregatorTimeout,
            @DefaultValue("1h") Duration unknownProcessorAfter,
            @DefaultValue("0") @Min(0) @Max(10) int replicas,
            @DefaultValue("1s") @PositiveDuration Duration replicaTimeout) {

        /** A connection that waits for replicas answers nothing else, and a command may take 5 s by default. */
        private static final Duration LONGEST_REPLICA_TIMEOUT = Duration.ofSeconds(4);

        @AssertTrue(message = "unknown-processor-after must not be negative; 0 is for ever")
        boolean isUnknownProcessorAfterZeroOrMore() {
            return !unknownProcessorAfter.isNegative();
        }

        @AssertTrue(message = "replica-timeout must be at most 4s")
        boolean isReplicaTimeoutShort() {
            return replicaTimeout.compareTo(LONGEST_REPLICA_TIMEOUT) <= 0;
        }

        /** Longest rest of a loop after failures, and of the connection before it tries again. */
        private static final Duration RECONNECT = Duration.ofSeconds(3);

        @AssertTrue(message = "lease must be at least twice heartbeat, or one late heartbeat loses the lease")
        boolean isLeaseLongerThanTwoHeartbeats() {
            return lease.compareTo(heartbeat.multipliedBy(2)) >= 0;
        }

        /** How long a heartbeat is valid: the next one may be late, or wait for a new connection. */
        public Duration heartbeatGoodFor() {
            return heartbeat.multipliedBy(2).plus(RECONNECT);
        }
    }

    /**
     * @param completedJobs How long a finished job can be looked up.
     * @param finishedGroups How long a finished group and its results can be looked up.
     * @param results Number of past results a group keeps.
     */
    public record Retention(
            @DefaultValue("24h") @PositiveDuration Duration completedJobs,
            @DefaultValue("7d") @PositiveDuration Duration finishedGroups,
            @DefaultValue("10") @Min(1) int results) {}

    /**
     * @param waitingExceeds Alert if more jobs wait than this; 0 for never.
     * @param pausedLongerThan Alert if the queue is paused for longer.
     * @param deadLettersExceed Alert if more jobs than this fail for good within dead-letters-within; 0 for never.
     * @param deadLettersWithin Time within which jobs that fail for good are counted.
     * @param unsealedLongerThan Warn if a run gets no new jobs for this long and nobody has sealed it.
     */
    public record Alerts(
            @DefaultValue("100") @Min(0) long waitingExceeds,
            @DefaultValue("1h") @PositiveDuration Duration pausedLongerThan,
            @DefaultValue("10") @Min(0) long deadLettersExceed,
            @DefaultValue("5m") @PositiveDuration Duration deadLettersWithin,
            @DefaultValue("1h") @PositiveDuration Duration unsealedLongerThan) {}
}
