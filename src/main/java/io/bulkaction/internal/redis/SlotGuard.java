package io.bulkaction.internal.redis;

/**
 * Keeps scripts off a slot that is on its way to another node of a cluster. Scripts compute names of keys. While a slot
 * moves key by key, some of a queue's keys are on the one node and some on the other, and a script would fail at the first
 * one that is missing, in the middle of its work.
 *
 * <p>So every script first asks for two keys that never exist. On a slot that stays, that is a lookup. The node that gives
 * the slot away refuses it, because the keys might have moved already; the node that gets it refuses it, because they might
 * still come. Either way nothing has been written. Nodes that move slots in one step never refuse it, and nothing pauses.
 */
final class SlotGuard {

    /** First word of the error. */
    static final String CODE = "SLOT_MOVING";

    private static final String CHECK = """
            do -- see SlotGuard.java
              local queue = string.match(KEYS[1], '^[^}]*}:')
              local answer = redis.pcall('EXISTS', queue .. 'never:1', queue .. 'never:2')
              if type(answer) == 'table' then return redis.error_reply('%s ' .. answer.err) end
            end
            """.formatted(CODE);

    private SlotGuard() {}

    /** The same script with the question before its first line of code. */
    static String before(String script) {
        int code = script.indexOf("]]") + 3;
        return script.substring(0, code) + CHECK + script.substring(code);
    }
}
