package io.bulkaction.spi;

/**
 * A way to tell people that something is wrong with a queue. Any Spring bean of this type is used, beside the built-in
 * channels for the log, mail and webhooks:
 *
 * {@snippet class="com.example.invoicing.ChatAlerts" region="channel" :
 * @Component
 * class ChatAlerts implements AlertChannel {
 *
 *     private final ChatRoom room;
 *
 *     ChatAlerts(ChatRoom room) {
 *         this.room = room;
 *     }
 *
 *     @Override
 *     public String name() {
 *         return "chat";
 *     }
 *
 *     @Override
 *     public void send(Alert alert) throws IOException {
 *         room.post((alert.isResolved() ? "Over: " : alert.severity() + ": ") + alert.title());
 *     }
 * }
 * }
 *
 * <p>Over all instances, an alert is sent once when it begins and once when it is over. It comes a second time if sending
 * takes longer than a minute or the instance dies meanwhile.
 *
 * <p>A channel has a thread of its own in each instance that runs workers, so it delays nobody else, and is never called by two
 * threads of an instance at the same time.
 */
public interface AlertChannel {

    /**
     * Names the channel. Alerts that are still to be sent are kept under this name, so it must not change and must be the
     * same on all instances.
     *
     * @return a name that no other channel has; {@code log}, {@code email} and {@code webhook} are taken
     */
    String name();

    /**
     * Sends an alert and returns when it is delivered. Must not block for ever.
     *
     * @param alert what is wrong, or is over
     * @throws Exception when the alert could not be delivered. It is sent again after 2 seconds, then after twice as long
     *     each time, at most after 5 minutes, and given up after a day
     */
    void send(Alert alert) throws Exception;
}
