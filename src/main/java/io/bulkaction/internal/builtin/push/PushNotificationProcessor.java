package io.bulkaction.internal.builtin.push;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.PayloadReader;
import io.bulkaction.internal.builtin.rest.HttpAnswer;
import io.bulkaction.internal.builtin.rest.HttpCaller;
import io.bulkaction.spi.AccessTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.InstantSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

/** Sends one message to one device per job. */
final class PushNotificationProcessor implements JobProcessor {

    private final URI endpoint;
    private final AccessTokens tokens;
    private final HttpCaller http;
    private final InstantSource clock;
    private final PayloadReader<PushPayload> payloads = PayloadReader.strict(PushPayload.class);

    PushNotificationProcessor(URI endpoint, AccessTokens tokens, HttpCaller http, InstantSource clock) {
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
            HttpHeaders headers = new HttpHeaders();
            headers.setBearerAuth(token);
            headers.setContentType(MediaType.APPLICATION_JSON);
            HttpAnswer answer = http.call(HttpMethod.POST, endpoint, headers, message);
            if (answer.status() == 401) {
                tokens.reject(token);
            }
            return FcmAnswer.result(answer, clock.instant());
        } catch (TokenRefusedException e) {
            return JobResult.failure("TOKEN_REFUSED", String.valueOf(e.getMessage()), true);
        } catch (HttpTimeoutException e) {
            return JobResult.failure("TIMEOUT", "no answer in time", true);
        } catch (IOException e) {
            return JobResult.failure("NETWORK_ERROR", "the call broke: " + e.getClass().getSimpleName(), true);
        }
    }
}
