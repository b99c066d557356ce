package io.bulkaction.internal.builtin.push;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import io.bulkaction.internal.builtin.outbound.Answer;
import io.bulkaction.internal.builtin.outbound.Call;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.TrustedClient;
import io.bulkaction.spi.AccessTokens;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.InstantSource;

/** Sends one message to one device per job. */
final class PushNotificationProcessor implements JobProcessor {

    private final CallUrl endpoint;
    private final AccessTokens tokens;
    private final TrustedClient http;
    private final InstantSource clock;
    private final PayloadReader<PushPayload> payloads = PayloadReader.strict(PushPayload.class);

    PushNotificationProcessor(CallUrl endpoint, AccessTokens tokens, TrustedClient http, InstantSource clock) {
        this.endpoint = endpoint;
        this.tokens = tokens;
        this.http = http;
        this.clock = clock;
    }

    @Override
    public String type() {
        return "PUSH_NOTIFICATION";
    }

    @Override
    public JobResult process(Job job) throws Exception {
        return payloads.with(job, push -> push(FcmMessage.of(job, push)));
    }

    private JobResult push(byte[] message) throws InterruptedException {
        try {
            String token = tokens.current();
            Answer answer = http.send(Call.post(endpoint, message).withBearer(token));
            if (answer.status() == 401) {
                tokens.reject(token);
            }
            return FcmAnswer.result(answer, clock.instant());
        } catch (TokenRefusedException e) {
            return JobResult.failure("TOKEN_REFUSED", String.valueOf(e.getMessage()), true);
        } catch (HttpTimeoutException e) {
            return JobResult.failure("TIMEOUT", "no answer in time", true);
        } catch (IOException e) {
            return JobResult.failure("NETWORK_ERROR", "the call failed: " + e.getClass().getSimpleName(), true);
        }
    }
}
