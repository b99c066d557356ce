package io.bulkaction.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;

/** Passes on every event with its texts escaped. */
final class EscapingEncoder extends EncoderBase<ILoggingEvent> {

    private final Encoder<ILoggingEvent> encoder;

    EscapingEncoder(Encoder<ILoggingEvent> encoder) {
        this.encoder = encoder;
        setContext(encoder.getContext());
    }

    @Override
    public byte[] headerBytes() {
        return encoder.headerBytes();
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return encoder.encode(new EscapedEvent(event));
    }

    @Override
    public byte[] footerBytes() {
        return encoder.footerBytes();
    }

    @Override
    public boolean isStarted() {
        return encoder.isStarted();
    }

    @Override
    public void start() {
        encoder.start();
    }

    @Override
    public void stop() {
        encoder.stop();
    }
}
