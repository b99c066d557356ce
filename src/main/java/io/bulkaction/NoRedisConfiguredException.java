package io.bulkaction;

/** Neither a Redis is named nor can one be started. */
final class NoRedisConfiguredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final String REMEDY = "Set spring.data.redis.url (or host and port, sentinel, cluster) to a Redis 7.0 or newer;"
            + " or add org.signal:embedded-redis to the class path to have one started;"
            + " or set bulk-action.embedded-redis.enabled=false to use the one at localhost:6379.";

    NoRedisConfiguredException() {
        super("No Redis is configured, and the library that would start one is not on the class path.");
    }
}
