package io.bulkaction.spi;

import java.io.Serial;

/** A stored payload or result cannot be decoded. */
public final class PayloadCodecException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Whether it could be decoded later, or by another instance. */
    private final boolean temporary;

    private PayloadCodecException(String message, boolean temporary) {
        super(message);
        this.temporary = temporary;
    }

    /**
     * This instance does not have the key, or the codec, now. The job waits and is tried again.
     *
     * @param message what is missing; must not contain a secret
     * @return the exception to throw
     */
    public static PayloadCodecException missing(String message) {
        return new PayloadCodecException(message, true);
    }

    /**
     * What is stored is damaged. The job becomes a dead letter.
     *
     * @param message what is wrong; must not contain a secret
     * @return the exception to throw
     */
    public static PayloadCodecException damaged(String message) {
        return new PayloadCodecException(message, false);
    }

    /**
     * Says whether the same text may be decoded later, or by another instance.
     *
     * @return false if it is damaged
     */
    public boolean isTemporary() {
        return temporary;
    }
}
