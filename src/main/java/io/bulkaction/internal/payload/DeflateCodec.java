package io.bulkaction.internal.payload;

import io.bulkaction.spi.PayloadCodec;
import io.bulkaction.spi.PayloadCodecException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** Makes large JSON smaller. What would not become smaller stays as it is. */
final class DeflateCodec implements PayloadCodec {

    /** Nobody stores more; what inflates to more was not made here. */
    private static final int MAX_INFLATED = 64 * 1024 * 1024;

    private final long minSize;

    DeflateCodec(long minSize) {
        this.minSize = minSize;
    }

    @Override
    public String name() {
        return "deflate";
    }

    @Override
    public @Nullable Encoded encode(byte[] plain) {
        if (plain.length < minSize) {
            return null;
        }
        ByteArrayOutputStream small = new ByteArrayOutputStream(plain.length / 2);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(small, deflater)) {
            out.write(plain);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        } finally {
            deflater.end();
        }
        // why three quarters: Base64 makes it longer by a third
        return small.size() < plain.length / 4 * 3 ? new Encoded(small.toByteArray(), "") : null;
    }

    @Override
    public byte[] decode(byte[] encoded, String key) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(encoded))) {
            byte[] plain = in.readNBytes(MAX_INFLATED);
            if (in.read() >= 0) {
                throw PayloadCodecException.damaged("what is stored would be larger than 64 MB");
            }
            return plain;
        } catch (IOException e) {
            throw PayloadCodecException.damaged("what is stored cannot be inflated");
        }
    }
}
