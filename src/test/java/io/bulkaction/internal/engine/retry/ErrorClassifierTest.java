package io.bulkaction.internal.engine.retry;

import static io.bulkaction.internal.engine.retry.Verdict.PERMANENT;
import static io.bulkaction.internal.engine.retry.Verdict.RETRYABLE;
import static io.bulkaction.internal.engine.retry.Verdict.SUCCESS;
import static io.bulkaction.internal.engine.retry.Verdict.THROTTLED;
import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.BadPayloadException;
import io.bulkaction.JobResult;
import io.bulkaction.RedisFullException;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.bulkaction.internal.settings.Defaults;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ErrorClassifierTest {

    private static final JobResult NOT_FOUND = JobResult.permanent("404", "No such order");

    @Test
    void aProcessorsWordCountsWhenTheSettingsSayNothing() {
        ErrorClassifier classifier = classifier(Map.of());

        assertThat(classifier.classify(AttemptOutcome.returned(JobResult.success("data")))).isEqualTo(SUCCESS);
        assertThat(classifier.classify(AttemptOutcome.returned(NOT_FOUND))).isEqualTo(PERMANENT);
        assertThat(classifier.classify(AttemptOutcome.returned(JobResult.failure("500", "", true))))
                .isEqualTo(RETRYABLE);
        assertThat(classifier.classify(AttemptOutcome.returned(JobResult.throttled(Duration.ofSeconds(1)))))
                .isEqualTo(THROTTLED);
        assertThat(classifier.classify(AttemptOutcome.threw(new BadPayloadException("no orderId"))))
                .isEqualTo(PERMANENT);
    }

    @Test
    void whatNobodyKnowsIsRetryable() {
        ErrorClassifier classifier = classifier(Map.of("retry.permanent", "400,401,403", "retry.success", "404"));

        assertThat(classifier.classify(AttemptOutcome.threw(new IllegalStateException("?")))).isEqualTo(RETRYABLE);
        assertThat(classifier.classify(AttemptOutcome.threw(new StackOverflowError()))).isEqualTo(RETRYABLE);
    }

    @Test
    void aRedisThatIsFullOrAwayIsNotTheFaultOfTheJob() {
        ErrorClassifier classifier = classifier(Map.of());
        Exception full = new RedisFullException(new IOException("OOM"));
        Exception away = new RedisUnavailableException(Reason.REDIS_UNAVAILABLE, new IOException("gone"));

        assertThat(classifier.classify(AttemptOutcome.threw(full))).isEqualTo(THROTTLED);
        assertThat(classifier.classify(AttemptOutcome.threw(new IllegalStateException("in a handler", away))))
                .isEqualTo(THROTTLED);
        assertThat(classifier(Map.of("retry.permanent", "RedisFullException"))
                .classify(AttemptOutcome.threw(full))).isEqualTo(PERMANENT);
    }

    @Test
    void aJobThatNobodyKnewForLongFailsForGoodUnlessItsCodeIsConfigured() {
        AttemptOutcome unknown = AttemptOutcome.noProcessor("SEND_EMAIL");
        assertThat(classifier(Map.of()).classify(unknown)).isEqualTo(PERMANENT);
        assertThat(classifier(Map.of("retry.retryable", "NO_PROCESSOR")).classify(unknown)).isEqualTo(RETRYABLE);
    }

    @Test
    void theEnginesOwnOutcomesAreRetryableAndCanBeConfiguredByTheirCodes() {
        ErrorClassifier byDefault = classifier(Map.of());
        ErrorClassifier strict = classifier(Map.of("retry.permanent", "TIMEOUT,INTERRUPTED"));
        for (AttemptOutcome outcome : new AttemptOutcome[] {
            AttemptOutcome.timedOut(Duration.ofSeconds(30)),
            AttemptOutcome.interrupted("cancelled"),
            AttemptOutcome.threw(new InterruptedException())
        }) {
            assertThat(byDefault.classify(outcome)).as("%s", outcome).isEqualTo(RETRYABLE);
            assertThat(strict.classify(outcome)).as("%s", outcome).isEqualTo(PERMANENT);
        }
    }

    @Test
    void successWinsOverPermanentAndPermanentOverRetryableAndBothOverTheProcessor() {
        Map<String, String> settings = new HashMap<>(
                Map.of("retry.success", "404", "retry.permanent", "404", "retry.retryable", "404"));
        assertThat(classify(NOT_FOUND, settings)).isEqualTo(SUCCESS);
        settings.remove("retry.success");
        assertThat(classify(NOT_FOUND, settings)).isEqualTo(PERMANENT);
        assertThat(classify(NOT_FOUND, Map.of("retry.retryable", "404"))).isEqualTo(RETRYABLE);
        assertThat(classify(JobResult.failure("404", "", true), Map.of("retry.permanent", "404"))).isEqualTo(PERMANENT);
    }

    @Test
    void anExceptionIsKnownByItsSimpleOrFullNameItsSuperclassesAndItsCauses() {
        Exception timeout = new SocketTimeoutException("slow");
        Exception wrapped = new IllegalStateException(new UncheckedIOException(new FileNotFoundException("gone")));

        assertThat(permanentBy("SocketTimeoutException", timeout)).isTrue();
        assertThat(permanentBy("java.net.SocketTimeoutException", timeout)).isTrue();
        assertThat(permanentBy("java.io.IOException", timeout)).isTrue();
        assertThat(permanentBy("IOException", wrapped)).isTrue();
        assertThat(permanentBy("FileNotFoundException", wrapped)).isTrue();
        assertThat(permanentBy("SocketTimeoutException", wrapped)).isFalse();
        assertThat(permanentBy("SocketTimeout", timeout)).isFalse();
    }

    @Test
    void aPatternAlsoSearchesTheMessagesButAPlainWordDoesNot() {
        Exception wrapped = new IllegalStateException("call failed", new IOException("HTTP 404 from exchange"));

        assertThat(permanentBy("*404*", wrapped)).isTrue();
        assertThat(permanentBy("*FROM exchange", wrapped)).isTrue();
        assertThat(permanentBy("HTTP 404 from exchange", wrapped)).isFalse();
        assertThat(permanentBy("java.io.*", wrapped)).isTrue();
        assertThat(classify(JobResult.failure("500", "order is filled", true), Map.of("retry.success", "*filled*")))
                .isEqualTo(SUCCESS);
    }

    @Test
    void aRingOfCausesEnds() {
        Exception first = new IllegalStateException("first");
        Exception second = new IllegalStateException("second", first);
        first.initCause(second);

        assertThat(permanentBy("NoSuchError", first)).isFalse();
        assertThat(permanentBy("*second*", first)).isTrue();
    }

    @Test
    void emptyEntriesOfAListMatchNothingAndSpacesAroundThemDoNotCount() {
        Map<String, String> settings = Map.of("retry.permanent[0]", "", "retry.permanent[1]", " 404 ");

        assertThat(classify(JobResult.failure("", "", true), settings)).isEqualTo(RETRYABLE);
        assertThat(classify(JobResult.failure("404", "", true), settings)).isEqualTo(PERMANENT);
    }

    @Test
    void aProcessorThatReturnsNullsBreaksNothing() {
        assertThat(AttemptOutcome.returned(null).code()).isEqualTo("NO_RESULT");
        assertThat(classifier(Map.of()).classify(AttemptOutcome.returned(null))).isEqualTo(PERMANENT);

        AttemptOutcome vague = AttemptOutcome.returned(JobResult.failure(nothing(), nothing(), true));
        assertThat(vague.code()).isEqualTo("UNKNOWN");
        assertThat(vague.message()).isEqualTo("No message");
        assertThat(classifier(Map.of("retry.permanent", "*x*")).classify(vague)).isEqualTo(RETRYABLE);

        AttemptOutcome later = AttemptOutcome.returned(JobResult.throttled(nothing()));
        assertThat(classifier(Map.of()).classify(later)).isEqualTo(THROTTLED);
    }

    private static boolean permanentBy(String entry, Throwable error) {
        return classifier(Map.of("retry.permanent", entry)).classify(AttemptOutcome.threw(error)) == PERMANENT;
    }

    private static Verdict classify(JobResult result, Map<String, String> properties) {
        return classifier(properties).classify(AttemptOutcome.returned(result));
    }

    private static ErrorClassifier classifier(Map<String, String> properties) {
        return new ErrorClassifier(Defaults.queue(properties).retry());
    }

    private static <T> @Nullable T nothing() {
        return null;
    }
}
