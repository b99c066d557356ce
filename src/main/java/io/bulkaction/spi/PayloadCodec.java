package io.bulkaction.spi;

import org.jspecify.annotations.Nullable;

/**
 * Changes payloads and results of jobs on their way into Redis and back, for example with keys of a key service. A bean of
 * this type applies to every queue, after the built-in compression and before the built-in encryption; of several, the
 * first in their order encodes first. Everything that is stored says which codecs and keys made it, so jobs that were
 * stored before a codec was added, or with an earlier key, are still read.
 *
 * <p>Called by many threads at the same time, once for every payload and result. It must be quick.
 */
public interface PayloadCodec {

    /**
     * Returns the name that is stored with what this codec made. It must not change while there are jobs.
     *
     * @return 1 to 32 lower-case letters, digits and hyphens
     */
    String name();

    /**
     * Encodes a payload or a result.
     *
     * @param plain what to encode
     * @return what is stored, or null to leave it as it is
     */
    @Nullable
    Encoded encode(byte[] plain);

    /**
     * Decodes what {@link #encode} made, now or in an earlier life of the application.
     *
     * @param encoded what was stored
     * @param key id of the key it was made with; empty if there was none
     * @return what it was made of
     * @throws PayloadCodecException if it cannot be decoded
     */
    byte[] decode(byte[] encoded, String key) throws PayloadCodecException;

    /**
     * What is stored.
     *
     * @param bytes anything
     * @param key id of the key that was used, 0 to 64 letters, digits, dots, hyphens and underscores
     */
    record Encoded(byte[] bytes, String key) {}
}
