package io.bulkaction.queue.redis;

import java.util.Locale;

/** Every script, one per verb; {@code CLAIM} is {@code lua/claim.lua}. */
public enum Script {
    ENQUEUE,
    FETCH,
    PEEK,
    DISPATCH,
    CLAIM,
    COMPLETE,
    RETRY,
    BURY,
    EXTEND,
    RECOVER,
    RELEASE,
    PAUSE,
    RESUME,
    REVIVE,
    RESOLVE,
    CANCEL,
    SEAL,
    LIMIT,
    FINALIZE,
    FORGET,
    EXPIRE,
    SURVEY,
    OLDEST,
    LOCATE,
    BROWSE,
    SELECT,
    BEAT,
    SWAP,
    WALK,
    MUSTER,
    PLACE,
    SEEK,
    MEND,
    TALLY,
    CENSUS,
    RECOUNT,
    PROGRESS,
    TAKE;

    private final String verb = name().toLowerCase(Locale.ROOT);

    /** As it stands in the file name, in metrics and in logs. */
    public String verb() {
        return verb;
    }
}
