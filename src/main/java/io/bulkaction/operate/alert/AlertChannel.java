package io.bulkaction.operate.alert;

/** A way to tell people. */
public interface AlertChannel {

    /** Stable: what is still to be sent is kept under it. */
    String name();

    /** Returns when the alert is delivered; whatever it throws is a reason to try again later. Must not hang for ever. */
    void send(Alert alert) throws Exception;
}
