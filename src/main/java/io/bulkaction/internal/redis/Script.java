package io.bulkaction.internal.redis;

import java.util.Locale;

/** Every script, one per verb; {@code CLAIM} is {@code lua/flow/claim.lua}. */
public enum Script {
    ENQUEUE(Slice.FLOW),
    GRANT(Slice.FLOW),
    FETCH(Slice.FLOW),
    DISPATCH(Slice.FLOW),
    CLAIM(Slice.FLOW),
    COMPLETE(Slice.FLOW),
    RETRY(Slice.FLOW),
    FAIL(Slice.FLOW),
    EXTEND(Slice.FLOW),
    RECOVER(Slice.FLOW),
    RELEASE(Slice.FLOW),
    REPORT(Slice.FLOW),
    BEAT(Slice.FLOW),
    WEIGH(Slice.FLOW),
    RESERVE(Slice.FLOW),
    SETTLE(Slice.FLOW),
    BALANCE(Slice.FLOW),
    SPREAD(Slice.FLOW),

    PROGRESS(Slice.RUN),
    STANDING(Slice.RUN),
    LIST(Slice.RUN),
    SEARCH(Slice.RUN),
    LIMIT(Slice.RUN),
    LIMIT_TENANT(Slice.RUN),
    RESCHEDULE(Slice.RUN),
    RESCHEDULE_JOB(Slice.RUN),
    PAUSE_GROUP(Slice.RUN),
    RESUME_GROUP(Slice.RUN),
    PAUSE_TENANT(Slice.RUN),
    RESUME_TENANT(Slice.RUN),
    CANCEL_TENANT(Slice.RUN),
    SEAL(Slice.RUN),
    PROCEED(Slice.RUN),
    CANCEL(Slice.RUN),
    CANCEL_JOB(Slice.RUN),
    FINALIZE(Slice.RUN),
    RECORD(Slice.RUN),
    TAKE(Slice.RUN),
    EXPIRE(Slice.RUN),
    FORGET(Slice.RUN),

    PAUSE(Slice.OPERATE),
    RESUME(Slice.OPERATE),
    TUNE(Slice.OPERATE),
    RETRY_DEAD(Slice.OPERATE),
    SKIP(Slice.OPERATE),
    SURVEY(Slice.OPERATE),
    LOCATE(Slice.RUN),
    BROWSE(Slice.OPERATE),
    SELECT(Slice.OPERATE),
    COUNT_ERRORS(Slice.OPERATE),
    SWAP(Slice.OPERATE),
    PLOT(Slice.OPERATE),
    REMEMBER(Slice.OPERATE),
    PLAN(Slice.OPERATE),
    REPARTITION(Slice.OPERATE),
    SCHEDULE(Slice.OPERATE),

    WALK(Slice.DOCTOR),
    MUSTER(Slice.DOCTOR),
    PLACE(Slice.DOCTOR),
    SEEK(Slice.DOCTOR),
    MEND(Slice.DOCTOR),
    TALLY(Slice.DOCTOR),
    TALLY_TENANTS(Slice.DOCTOR),
    CENSUS(Slice.DOCTOR),
    CHECK_LABELS(Slice.DOCTOR),
    RECOUNT(Slice.DOCTOR);

    /** The folder of a script; the package of the same name calls it. */
    enum Slice {
        FLOW,
        RUN,
        OPERATE,
        DOCTOR
    }

    private final String verb = name().toLowerCase(Locale.ROOT);
    private final String path;

    Script(Slice slice) {
        this.path = "lua/" + slice.name().toLowerCase(Locale.ROOT) + "/" + verb + ".lua";
    }

    /** As it appears in the file name, in metrics and in logs. */
    public String verb() {
        return verb;
    }

    /** Where it is on the class path. */
    String path() {
        return path;
    }
}
