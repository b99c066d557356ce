package io.bulkaction.internal.redis;

import static io.bulkaction.internal.redis.Key.Holds.FIELDS;
import static io.bulkaction.internal.redis.Key.Holds.GROUPS;
import static io.bulkaction.internal.redis.Key.Holds.JOBS;
import static io.bulkaction.internal.redis.Key.Holds.VALUES;
import static io.bulkaction.internal.redis.Key.Lifetime.AFTER_RETENTION;
import static io.bulkaction.internal.redis.Key.Lifetime.EXPIRES;
import static io.bulkaction.internal.redis.Key.Lifetime.FOR_EVER;
import static io.bulkaction.internal.redis.Key.Lifetime.WHILE_FILLED;
import static io.bulkaction.internal.redis.Key.Lifetime.WITH_GROUP;
import static io.bulkaction.internal.redis.Key.Type.HASH;
import static io.bulkaction.internal.redis.Key.Type.LIST;
import static io.bulkaction.internal.redis.Key.Type.SET;
import static io.bulkaction.internal.redis.Key.Type.STREAM;
import static io.bulkaction.internal.redis.Key.Type.ZSET;
import static io.bulkaction.internal.redis.Script.Slice.FLOW;
import static io.bulkaction.internal.redis.Script.Slice.OPERATE;
import static io.bulkaction.internal.redis.Script.Slice.RUN;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The one list of keys: every key of a queue, without the queue's prefix, and every field of the hashes. Tests compare
 * it with the scripts, with docs/design.md and with what is in Redis.
 *
 * <p>In a name, {@code <g>} stands for a group, {@code <job>} for the name of a job, and {@code a|b} for one
 * of these words. Times are in milliseconds since the epoch, on the clock of Redis. A hash has a first line about itself,
 * then a line for each field; a field in angle brackets stands for many.
 */
public enum Key {

    // Where a job is
    GROUP_JOBS("group:<g>:jobs", LIST, JOBS, FLOW, WHILE_FILLED, "pending jobs, oldest left"),
    GROUP_RETURNED("group:<g>:returned", ZSET, JOBS, FLOW, WHILE_FILLED,
            "jobs that came back, by their position; they go before the pending ones"),
    GROUP_SCHEDULED("group:<g>:scheduled", ZSET, JOBS, FLOW, WHILE_FILLED,
            "jobs that are to start later, by that time"),
    GROUP_EXPIRIES("group:<g>:expiries", ZSET, VALUES, FLOW, WHILE_FILLED,
            "when jobs of the run expire, to the second"),
    READY("ready-queue", LIST, JOBS, FLOW, WHILE_FILLED, "jobs that wait for a worker, oldest left"),
    READY_FRONT("ready-front", ZSET, JOBS, FLOW, WHILE_FILLED,
            "jobs whose claim was undone, in the order of the claims; they go before Ready"),
    NON_READY("non-ready-queue", ZSET, JOBS, FLOW, WHILE_FILLED, "jobs that wait for their next attempt, by its time"),
    IN_FLIGHT("in-flight", ZSET, JOBS, FLOW, WHILE_FILLED, "claimed jobs, by the end of their lease"),
    DEAD_LETTERS("dead-letter-queue", ZSET, JOBS, FLOW, WHILE_FILLED, "all dead letters, by the time they failed"),
    DEAD_LETTERS_BY("dead-letters:group|code|processor:<value>", ZSET, JOBS, FLOW, WHILE_FILLED,
            "the dead letters of one group, error code or processor, by the time they failed"),

    // Jobs
    JOB("job:<job>", HASH, FIELDS, FLOW, AFTER_RETENTION, """
            one job; neither its claims nor its success are written here (see claims)
            processorType    which processor does it
            payload          what the processor gets, JSON, possibly encoded; absent once the job is cancelled
            status           PENDING, READY, WAITING, FAILED, CANCELLED, EXPIRED or MANUALLY_RESOLVED
            createdAt        when it was submitted
            position         how many jobs of its group were submitted before it, in this run and earlier ones
            trace            trace context of its submitter
            runAt            when it may start, if not at once
            size             bytes of its payload as it was submitted, if it counts for an account
            metadata         what its submitter said about it beside the payload, JSON
            expiresAt        when it must have started, if it must at all
            attempts         number of its last attempt that ended without success
            startedAt        when that attempt started
            lastClaim        claim id of that attempt, or of a claim that was given back unused
            retryCount       retries it has used up
            recoveries       how often its instance was lost while it ran
            waitReason       why it waited last: RETRY or THROTTLED
            errorCode        code of its last error
            error            message of its last error
            stackTrace       stack trace of its last error
            finishedAt       when it failed or was cancelled
            run              the run of its group in which it failed
            result           what the processor returned, JSON, possibly encoded
            progress         what it said last of itself: attempt, percent and text
            checkpoint       where its next attempt can continue, JSON, possibly encoded
            resolvedBy       who skipped it
            resolvedAt       when it was skipped
            resolution       why it was skipped
            """),
    JOB_ATTEMPTS("job-attempts:<job>", LIST, VALUES, FLOW, AFTER_RETENTION,
            "six entries per failed attempt: number, time, code, message, its start, the life that ran it; the last 20 attempts"),
    CLAIMS("claims", HASH, FIELDS, FLOW, WHILE_FILLED, """
            the fence: which claim has a job in flight; also how a job succeeded, until its retention is over
            <job>            attempt, start, claim id, lease, call (and cancelling); or attempt, start, end and claim id
            """),
    COMPLETED_ORDER("completed-order", LIST, JOBS, FLOW, WHILE_FILLED,
            "jobs that succeeded, in that order, until their retention is over"),

    // Groups
    GROUP_META("group:<g>:meta", HASH, FIELDS, FLOW, WITH_GROUP, """
            status, counters and limits of a group
            status           as in GroupStatus
            run              number of the run, from 1
            sealed           1 when the run gets no more jobs, else 0
            outcome          CANCELLED when the run ended so, else absent
            endings          how often the run has ended; a retry of a dead letter reopens it
            level            high, normal or low
            basePriority     what its submitter adds to its score
            totalJobs        jobs of the run
            firstPosition    position of its first job; 0 when absent, as in the first run
            doneJobs         those that ended; the sum of the next four
            successCount     those that succeeded
            failedCount      those that failed for good
            cancelledCount   those that were cancelled
            resolvedCount    those that failed and were skipped
            expiredCount     those that had not started in time
            admitted         those in Ready or in flight
            running          those in flight
            nonReady         those in Non-ready
            returned         those that came back and wait for their turn
            deadLetters      dead letters of all its runs
            scheduled        those that are to start later
            expires          1 if jobs of the run expire
            sweep            how far a look for expired jobs has come: its begin, place, cursor, and jobs (lib/sweep)
            sweepAt          when the next such look may begin, after one that was long
            durationSum      how long its successful attempts took together, in ms
            took:<bucket>    successful attempts by duration (DurationSketch)
            aggregates       results of its jobs that a ResultAggregator wants
            unaggregated     1 if it could not make use of all of them, and they are kept for a person to look at
            createdAt        when the run began
            startedAt        when its first job was claimed
            finishedAt       when its last job ended
            recent           jobs that ended in each of the last seconds (lib/recent)
            lastServedAt     its last turn, with fractions that keep the order
            parked           why it is parked: rate, throttled, concurrency, processor, full or held; else absent
            misses           how often in a row instances met a job of it whose type they do not know
            missing          that type, or the one that is full where it was met (lib/spare)
            startAt          when it may start, until it does
            sendingWindow    hours at which its jobs may start, of this run and later ones; absent for always
            after            runs of others that it waits for, until they have ended (AfterRun)
            startGiven       the startAt that a submit of the run gave last, which means nothing when it is given again
            afterGiven       the same for after
            pausedAt         since when its run is paused
            pauseReason      why
            pausedBy         by whom
            draining         after a hold, how many jobs in Ready must pass before all is in order again
            throttledUntil   until when the other side asked it to wait
            windows          tokens that it has used, if it has a limit (lib/window)
            weight           how much it gets at its turn, 1 when absent
            credit           what is left of its last turn (lib/pick)
            maxRps           its own rate limit, 0 = none
            maxConcurrency   its own concurrency limit, 0 = none
            bounds           what binds whoever is kept to some groups (lib/bounds)
            callback         where its result is posted
            account          for whose quota the run counts; absent when for nobody's
            bytes            payload bytes of its unfinished jobs that count, if the account has a quota of those
            partly           1 if jobs that were there before it count for nobody
            owner            who created it: a user or an API token; absent when an application did
            ownerGroups      the groups that its owner was kept to then; absent when to none
            labels           what its submitter calls it, key=value, with a tab between them (lib/labels)
            cancelReason     why the run is being cancelled
            cancelAt         last step of that cancellation
            """),
    GROUP_ERRORS("group:<g>:errors", HASH, FIELDS, FLOW, WITH_GROUP, """
            failures of the run
            <code>           jobs that failed with this code
            example:<code>   id and message of the first of them
            """),
    GROUP_CLOSED("group:<g>:closed", LIST, VALUES, FLOW, WITH_GROUP,
            "jobs of the run that were cancelled or skipped, latest right; the last thousand or so"),
    GROUP_RESULTS("group:<g>:results", LIST, VALUES, FLOW, WITH_GROUP,
            "what the jobs of the run returned, for its ResultAggregator: its type, a blank, JSON"),
    GROUP_RESULT("group:<g>:result", HASH, FIELDS, RUN, WITH_GROUP, """
            results that are more than a view of the group's counters (lib/result), of the last runs
            <run>            what the result of this run is a view of, JSON
            """),
    CONGESTION("congestion:<g>", HASH, FIELDS, FLOW, EXPIRES, """
            how crowded a group was that had to wait for tokens in this run
            waiting          jobs that waited when it was parked last
            peak             most jobs that waited at once
            totalDenied      how often it had no token left
            lastBackoff      how long the last of its jobs had to wait then, as estimated, in ms
            """),

    // Tenants
    TENANT_META("tenant:<t>:meta", HASH, FIELDS, FLOW, WITH_GROUP, """
            seats and limits of a tenant; removed with its last group
            high             its seat in this level: its last turn, what is left of it, and the lap of its ring
            normal           the same
            low              the same
            ready            its jobs in Ready
            admitted         its jobs in Ready or in flight
            parked           why it is parked: rate, concurrency, held or paused; absent when it is not
            weight           how much it gets at its turn, 1 when absent
            maxRps           its rate limit, 0 = none
            maxConcurrency   its concurrency limit, 0 = none
            bounds           what binds whoever is kept to some groups (lib/bounds)
            windows          tokens that it has used, if it has a limit (lib/window)
            pausedAt         since when it is paused
            pauseReason      why
            pausedBy         by whom
            draining         after a pause, how many jobs in Ready must pass before all is in order again
            sendingWindow    hours at which its jobs may start; absent for always
            """),
    TENANT_RING("tenant:<t>:high|normal|low", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups of a tenant that wait for their turn within it, by score; the highest is next"),
    TENANT_GROUPS("tenant:<t>:groups", SET, GROUPS, FLOW, WHILE_FILLED, "all groups of a tenant"),
    TENANTS("tenants", SET, VALUES, FLOW, WHILE_FILLED, "all tenants, with a slash at the end"),
    TENANT_COUNTS("tenant-groups", HASH, FIELDS, FLOW, FOR_EVER,
            """
                    what to add to the size of a set to get a number of groups, because a tenant is there once for all its groups
                    high             for fair-queue:high
                    normal           for fair-queue:normal
                    low              for fair-queue:low
                    parked           for rate-limited-groups and held-groups together
                    """),
    CANCELLING_TENANTS("cancelling-tenants", HASH, FIELDS, RUN, WHILE_FILLED, """
            tenants whose runs are being cancelled, until each run is marked
            <tenant>         when that began, its last step, and the reason
            """),

    // Which groups
    FAIR_QUEUE("fair-queue:high|normal|low", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups without a tenant, and tenants (with a slash at the end), that wait for their turn, by score; the highest is next"),
    PARKED("parked-groups", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups that are throttled or wait for a processor, by the time they come back at the latest, or at their concurrency limit (inf)"),
    WAITING_FOR("waiting-for:<value>", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "parked groups with jobs of a processor type of which the instances that met them ran as many as they may, by the time since"),
    RATE_LIMITED("rate-limited-groups", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups and tenants that have no token left, by the time of their next one"),
    SCHEDULED("scheduled-groups", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups with jobs that are to start later, by the time of the first"),
    AFTER_GROUPS("after-groups", ZSET, GROUPS, RUN, WHILE_FILLED,
            "groups that wait for the runs of others, by the time at which somebody should look"),
    EXPIRING("expiring-groups", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups with jobs that expire, by the time at which somebody is to look for those that have"),
    HELD("held-groups", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups that are held: scheduled, by the time they start, or paused (inf); also groups and tenants whose sending window is closed, by the time it opens"),
    LIMITED("limited-groups", SET, GROUPS, FLOW, WHILE_FILLED,
            "groups and tenants with a rate or a sending window of their own, paused tenants, and held groups that had jobs in Ready or in flight"),
    UNSEALED("unsealed-groups", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups whose run is not sealed, by their last enqueue"),
    CANCELLING("cancelling-groups", SET, GROUPS, RUN, WHILE_FILLED, "groups whose run is being cancelled"),
    CANCELLING_JOBS("cancelling-jobs", HASH, FIELDS, RUN, WHILE_FILLED, """
            jobs in flight that are being cancelled alone
            <job>            id of the claim that is to be interrupted
            """),
    AGGREGATING("aggregating-groups", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups whose run waits for its result, by the time somebody may take it"),
    FINISHED("finished-groups", ZSET, GROUPS, RUN, WHILE_FILLED,
            "groups whose run has its result, by the time it got it"),
    CONGESTED("congested-groups", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups that wait for tokens, by the seconds that their waiting jobs need"),
    GROUPS_OF_STATUS("groups:CREATED|RUNNING|CANCELLING|AGGREGATING|COMPLETED|FAILED|CANCELLED",
            ZSET, GROUPS, FLOW, WHILE_FILLED,
            "groups of one status, by the time they came to it; a group is in exactly one of these"),

    GROUP_NAMES("group-names", ZSET, GROUPS, FLOW, WHILE_FILLED,
            "all groups, in the order of the letters, so that they can be searched"),
    LABELS("labels", ZSET, VALUES, FLOW, WHILE_FILLED,
            "labels of groups, in the order of the letters: label, tab, group"),

    // The queue
    STATE("state", HASH, FIELDS, OPERATE, FOR_EVER,
            """
                    which layout the queue has, why it is paused, and what was set at run time
                    schema           version of the layout, see Layout; in the home partition
                    partitions       how many the queue has; absent for one
                    changing         the change of that number that keeps this partition closed, and until when
                    emptying         after its commit: the number before, and of how many partitions the counters have been added
                    pauseCount       pauses and resumes of the queue that this partition knows of; one by a failure counts nothing
                    paused           1, this and the next four while it is paused
                    pausedAt         since when
                    pauseReason      why
                    pausedBy         by whom
                    failedJob        the job that paused it by its failure
                    resumedAt        when it was resumed last
                    globalRps        the rate limit that an administrator has set instead of the configured one
                    maxConcurrency   the same of the concurrency limit, 0 = none
                    workers          the same of the number of workers of all instances together
                    sendingWindow    the same of the hours at which jobs may start, none = always
                    """),
    STATS("stats", HASH, FIELDS, FLOW, FOR_EVER, """
            lifetime counters of jobs; what they leave over is unfinished
            enqueued         accepted
            completed        succeeded
            failed           failed for good
            cancelled        cancelled
            expired          not started in time
            resolved         skipped by a person
            retried          dead letters that a person retried
            corrected        what the doctor added to make up for a wrong counter
            scheduled        those of the unfinished that are to start later
            """),
    PACE("pace", HASH, FIELDS, FLOW, FOR_EVER, """
            measures of the engine
            servedAt         the last turn of any group, with fractions that keep the order
            lapHigh          the lap of this level, in which every group has one turn (lib/lap_text)
            lapNormal        the same
            lapLow           the same
            claimRate        jobs that are claimed per second
            claimedAt        when that was measured
            claimCount       jobs that were claimed since
            claims           calls that have claimed anything
            windows          tokens that the queue has used (lib/window)
            meanMs           how long a job takes, if a turn is measured in time
            ended            jobs that ended in each of the last seconds (lib/recent)
            sweptAt          when a look for expired jobs had to be cut short
            longestDelay     the longest that a retry or a throttled group ever had to wait, in ms
            """),
    INSTANCES("instances", HASH, FIELDS, FLOW, WHILE_FILLED, """
            who is alive
            <instance>       JSON: heartbeat, life, how long that is valid, how far its leases are extended, and more
            """),
    ANNOUNCED_TYPES("announced-types", HASH, FIELDS, FLOW, FOR_EVER, """
            which processor types instances know
            <type>           when an instance last said that it knows the type
            """),
    UNKNOWN_TYPES("unknown-types", HASH, FIELDS, FLOW, WHILE_FILLED, """
            processor types of waiting jobs that no live instance knows
            <type>           since when such jobs have been met, and when the last time was
            """),
    EVENTS("events", ZSET, VALUES, RUN, WHILE_FILLED,
            "completion events to be published, by due time: run, ending, group"),
    CALLBACKS("callbacks", ZSET, VALUES, RUN, WHILE_FILLED,
            "callbacks to be delivered, by due time: run, ending, group, URL"),
    WAKE("wake:fetcher|dispatcher|worker|partitions", LIST, VALUES, FLOW, WHILE_FILLED,
            "at most one wake signal for the loop that blocks here; of partitions, those that have new work or something to wait for"),
    LEDGER("ledger", HASH, FIELDS, FLOW, FOR_EVER, """
            tokens of a queue with several partitions, or of a limiter; under a hash tag of its own
            windows          tokens that were granted (lib/window)
            """),
    ACCOUNT("account:<a>", HASH, FIELDS, FLOW, FOR_EVER, """
            what an account with a quota has in this partition; all of it only grows (lib/account)
            jobs             jobs that were added to its runs
            bytes            payload bytes of those
            groups           how often a run of it was opened
            endedJobs        those of the jobs that ended
            endedBytes       payload bytes of those
            endedGroups      how often a run of it ended
            """),
    ACCOUNTS("accounts", SET, VALUES, FLOW, FOR_EVER, "accounts that have a book in this partition"),
    QUOTA("quota", HASH, FIELDS, FLOW, FOR_EVER, """
            what an account has over all partitions, under a hash tag of its own (lib/quota)
            jobs             jobs that it was allowed to add, less those that it did not
            bytes            the same of payload bytes
            groups           the same of open groups
            endedJobs        those of the jobs that have ended, as far as the partitions have said
            endedBytes       the same of payload bytes
            endedGroups      the same of groups
            seen:<partition>    totals that the partition has said last
            allowed          its quota, as its own submits say
            nextSubmit       when its next submit would be due if they came evenly
            made             reservations ever made
            submits          submits ever accepted
            hold             until when new ones wait
            """),
    RESERVATIONS("reservations", ZSET, VALUES, FLOW, WHILE_FILLED,
            "reservations of an account that are not settled, by the end of their lease; under the same tag"),
    ALERTS("alerts", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            what is wrong at the moment, over all instances
            <cause>          record of the alert, JSON
            """),
    RECURRING("recurring", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            recurring bulk actions: what they are
            <recurring>      its definition, JSON
            """),
    RECURRING_STATES("recurring-states", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            recurring bulk actions: where they stand
            <recurring>      its next tick, ticks that have not ended and the last that have, JSON
            """),
    RECURRING_DUE("recurring-due", ZSET, VALUES, OPERATE, WHILE_FILLED,
            "recurring bulk actions by the time at which somebody should look at them"),
    SENDING_RULES("sending-rules", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            sending windows: what they are; of the queue default
            <window>         its definition, JSON
            """),
    SENDING_WINDOWS("sending-windows", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            sending windows: when they are open, in each partition
            <window>         its next openings (lib/sending)
            """),
    SENDING_CHANGED("sending-changed", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            sending windows that have changed, until all that are held for them have looked again
            <window>         how far that is
            """),
    CHART("chart", HASH, FIELDS, OPERATE, FOR_EVER, """
            how many jobs of which groups ended, over the last minutes
            <slot>           a step of time: jobs of all groups, then the groups with the most and how many of each
            """),
    HISTORY("history", HASH, FIELDS, OPERATE, FOR_EVER, """
            samples of the queue at falling resolution, for charts; their number is bounded
            <sample>         by length of the step and number of the step: the sample, JSON
            """),
    MARKS("marks", ZSET, VALUES, OPERATE, WHILE_FILLED,
            "what happened, by its time: pause, resume or start, and more; bounded in number and age"),
    TASKS("progress", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            how far tasks are, for a day
            <task>           record of the task, JSON
            """),
    TOKENS("tokens", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            API tokens that were made at run time; of the queue default
            <name>           record of the token, JSON; of the token itself only its hash
            """),
    TOKEN_USES("token-uses", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            when API tokens were used last; of the queue default
            <name>           time and address, at most a minute old
            """),
    SESSIONS("sessions", HASH, FIELDS, OPERATE, WHILE_FILLED, """
            who is logged in on the page; of the queue default
            <session>        record of the session, JSON; the name is not what the browser sends
            """),
    AUDIT("audit:administrator|operator|submitter|refused|reader|login", STREAM, VALUES, OPERATE, EXPIRES,
            "who did what; one trail for each kind of entry, bounded in number and age");

    /** As the headers of the scripts call it. */
    public enum Type {
        STRING,
        LIST,
        SET,
        ZSET,
        HASH,
        STREAM
    }

    /** What its entries name. */
    enum Holds {
        JOBS,
        GROUPS,
        FIELDS,
        VALUES
    }

    /** How a key ends. */
    public enum Lifetime {
        /** Redis removes it with its last entry. */
        WHILE_FILLED,
        /** The housekeeping removes it with its group, when the group's retention is over. */
        WITH_GROUP,
        /** An ended job gets an expiry or is removed by the housekeeping; others stay. */
        AFTER_RETENTION,
        /** It has an expiry from the start. */
        EXPIRES,
        FOR_EVER
    }

    // why a text: constants are made before any other static field, except for texts
    private static final String VARIABLE = "<[a-z]+>|\\w+(?:\\|\\w+)+";

    private final String text;
    private final Type type;
    private final Holds holds;
    private final Script.Slice owner;
    private final Lifetime lifetime;
    private final String meaning;
    private final Map<String, String> fields = new LinkedHashMap<>();
    private final String[] around;
    private final Pattern pattern;

    Key(String text, Type type, Holds holds, Script.Slice owner, Lifetime lifetime, String meaning) {
        this.text = text;
        this.type = type;
        this.holds = holds;
        this.owner = owner;
        this.lifetime = lifetime;
        this.meaning = meaning.lines().findFirst().orElseThrow();
        meaning.lines().skip(1).map(line -> line.split(" +", 2)).forEach(field -> fields.put(field[0], field[1]));
        this.around = text.split(VARIABLE, -1);
        this.pattern = pattern(text);
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(
                Pattern.compile(VARIABLE).matcher(text)
                        .replaceAll(found -> found.group().startsWith("<") ? ".*" : "(?:$0)"),
                Pattern.DOTALL);
    }

    /** The key that has this name, which is without the queue's prefix. */
    public static Optional<Key> find(String name) {
        return Arrays.stream(values()).filter(key -> key.pattern.matcher(name).matches()).findFirst();
    }

    /** Every set of groups that a queue has once, without the queue's prefix. */
    public static List<String> setsOfGroups() {
        return Arrays.stream(values())
                .filter(key -> key.holds == GROUPS && !key.text.contains("<"))
                .flatMap(Key::names)
                .toList();
    }

    /**
     * Whether it goes when the partitions of a queue are emptied of all jobs and groups. What the queue has once stays, and so do
     * books, which must not begin anew: what they say is compared with what they said before.
     */
    public boolean goesWithJobs(boolean isHome) {
        return switch (this) {
            case ANNOUNCED_TYPES, ACCOUNT, ACCOUNTS -> false;
            case STATS, SENDING_WINDOWS, SENDING_CHANGED -> !isHome;
            default -> owner != OPERATE;
        };
    }

    /** Its name as in the list above. */
    String text() {
        return text;
    }

    /** Its name with one group, job or word in it. */
    String with(String part) {
        return around[0] + part + around[1];
    }

    /** Its names, one for each word that it may have. */
    private Stream<String> names() {
        int colon = text.indexOf(':');
        return Arrays.stream(text.substring(colon + 1).split("\\|")).map(word -> text.substring(0, colon + 1) + word);
    }

    Holds holds() {
        return holds;
    }

    public Type type() {
        return type;
    }

    public Lifetime lifetime() {
        return lifetime;
    }

    /** The room whose scripts or gateways write it; others may do so too. */
    String owner() {
        return owner.name().toLowerCase(Locale.ROOT);
    }

    String meaning() {
        return meaning;
    }

    /** Fields of a hash with their meaning. */
    Map<String, String> fields() {
        return fields;
    }

    /** Whether a hash may have this field. */
    public boolean hasField(String field) {
        return fields.containsKey(field)
                || fields.keySet().stream().anyMatch(known -> pattern(known).matcher(field).matches());
    }
}
