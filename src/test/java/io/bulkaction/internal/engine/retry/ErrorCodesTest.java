package io.bulkaction.internal.engine.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BadPayloadException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class ErrorCodesTest {

    private static class Odd extends BadPayloadException {
        private static final long serialVersionUID = 1L;

        Odd() {
            super("odd");
        }
    }

    @Test
    void anExceptionsCodeIsItsSimpleName() {
        assertThat(ErrorCodes.of(new SocketTimeoutException("slow"))).isEqualTo("SocketTimeoutException");
        assertThat(ErrorCodes.of(new StackOverflowError())).isEqualTo("StackOverflowError");
    }

    @Test
    void knownExceptionsHaveTheirOwnCodes() {
        assertThat(ErrorCodes.of(new BadPayloadException("no orderId"))).isEqualTo("BAD_PAYLOAD");
        assertThat(ErrorCodes.of(new Odd())).isEqualTo("BAD_PAYLOAD");
        assertThat(ErrorCodes.of(new InterruptedException())).isEqualTo("INTERRUPTED");
    }

    @Test
    void wrappersOfOtherThreadsAreLookedThrough() {
        assertThat(ErrorCodes.of(new ExecutionException(new IOException("reset")))).isEqualTo("IOException");
        assertThat(ErrorCodes.of(new CompletionException(new BadPayloadException("x")))).isEqualTo("BAD_PAYLOAD");
        assertThat(ErrorCodes.of(new CompletionException("alone", null))).isEqualTo("CompletionException");
    }

    @Test
    void anAnonymousExceptionIsNamedAfterItsClass() {
        Exception anonymous = new IOException() {
            private static final long serialVersionUID = 1L;
        };

        assertThat(ErrorCodes.of(anonymous)).isEqualTo("IOException");
    }

    @Test
    void anExceptionWithoutAMessageOrWithABrokenOneStillGivesText() {
        Exception broken = new IOException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no text");
            }
        };

        assertThat(ErrorCodes.messageOf(new IOException())).isEqualTo("java.io.IOException");
        assertThat(ErrorCodes.messageOf(broken)).contains("ErrorCodesTest");
    }
}
