package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.submit.CheckedJson;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.mock.http.MockHttpInputMessage;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.json.JsonMapper;

class SubmitDocumentReaderTest {

    private static final Validator VALIDATOR = Validation.buildDefaultValidatorFactory().getValidator();

    private static final String HEAD = "{\"groupId\":\"g\",\"processorType\":\"P\",";

    private final SubmitDocumentReader documents = new SubmitDocumentReader(
            JsonMapper.builder().build(),
            VALIDATOR,
            new Binder(new MapConfigurationPropertySource(Map.of()))
                    .bindOrCreate("bulk-action", Bindable.of(BulkActionSettings.class), (BindHandler) null));

    @Test
    void payloadsAreKeptExactlyAsSentWhereverABufferEnds() throws IOException {
        List<String> payloads = new ArrayList<>();
        StringBuilder body = new StringBuilder(HEAD + "\"jobs\" : [");
        for (int i = 0; i < 3_000; i++) {
            String payload = switch (i % 5) {
                case 0 -> "{\"n\":1.10e+2, \"b\":[],\"a\": \"" + "한é\\n".repeat(i % 97) + "\"}";
                case 1 -> "12345678901234567890.00" + i;
                case 2 -> "\"" + "x".repeat(i) + "\"";
                case 3 -> "null";
                default -> "[ [ ] , {} , true]";
            };
            payloads.add(payload);
            body.append(i == 0 ? "" : " ,\n ").append("{ \"payload\" :").append(payload).append(" ,\"jobId\":\"j")
                    .append(i).append("\" }");
        }

        BulkActionRequest request = read(body.append("]}").toString());

        List<JobRequest> jobs = request.jobs().toList();
        assertThat(jobs).extracting(JobRequest::payload)
                .isEqualTo(payloads.stream().map(text -> (Object) new CheckedJson(text)).toList());
        assertThat(jobs.getLast().id()).isEqualTo("j2999");
        assertThat(request.checkedFirst()).isTrue();
    }

    @Test
    void fieldsMayComeInAnyOrderAndAfterAByteOrderMark() throws IOException {
        BulkActionRequest request = read(
                "\uFEFF{\"sealed\":false,\"jobs\":[{\"payload\":1}],\"maxRps\":2.5,\"processorType\":\"P\",\"groupId\":\"g\"}");

        assertThat(request.target().group().value()).isEqualTo("g");
        assertThat(request.target().limits().maxRps()).isEqualTo(2.5);
        assertThat(request.sealed()).isFalse();
        assertThat(request.jobs()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"priorty\":\"HIGH\",\"jobs\":[{\"payload\":1}]}|field 'priorty' is unknown|priorityLevel",
        "{\"jobs\":[{\"payload\":1},{\"jobid\":\"a\",\"payload\":1}]}|jobs[1]: field 'jobid' is unknown|jobId",
        "{\"jobs\":[{}]}|jobs[0]: payload is missing|",
        "{\"jobs\":[{\"jobId\":{},\"payload\":1}]}|jobs[0]: jobId has the wrong type|",
        "{\"jobs\":[]}|jobs must have 1 to 10000 entries|",
        "{\"jobs\":7}|jobs has the wrong type|",
        "{\"groupId\":[],\"jobs\":[]}|groupId has the wrong type|",
        "{\"jobs\":[{\"payload\":1}],\"jobs\":[{\"payload\":2}]}|jobs appears twice|",
        "{\"maxRps\":1,\"maxRps\":2,\"jobs\":[{\"payload\":1}]}|maxRps appears twice|",
        "{\"queue\":null,\"queue\":\"q\",\"jobs\":[{\"payload\":1}]}|queue appears twice|",
        "{\"jobs\":[{\"payload\":1,\"payload\":2}]}|jobs[0]: payload appears twice|",
        "{\"jobs\":[{\"jobId\":null,\"jobId\":\"a\",\"payload\":1}]}|jobs[0]: jobId appears twice|",
        "{\"groupId\":\"g\",\"processorType\":\"P\"}|jobs is missing|",
    })
    void aMisspeltMissingOrRepeatedFieldIsRefusedByName(String body, String says, String alsoSays) {
        assertThatThrownBy(() -> read(body))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessageContaining(says)
                .hasMessageContaining(alsoSays == null ? "" : alsoSays);
    }

    @Test
    void metadataOfRequestAndJobsAreTextsByName() throws IOException {
        BulkActionRequest request =
                read(HEAD + "\"metadata\":{\"tenant\":\"kr\"},\"jobs\":[{\"payload\":1,\"metadata\":{\"a\":\"b\"}},"
                        + "{\"metadata\":null,\"payload\":2}]}");
        assertThat(request.target().metadata()).containsExactly(Map.entry("tenant", "kr"));
        assertThat(request.jobs().map(job -> job.metadata()).toList()).containsExactly(Map.of("a", "b"), Map.of());
        assertThatThrownBy(() -> read(HEAD + "\"jobs\":[{\"payload\":1,\"metadata\":{\"a\":1}}]}"))
                .hasMessageContaining("a has the wrong type");
        assertThatThrownBy(() -> read(HEAD + "\"metadata\":[],\"jobs\":[{\"payload\":1}]}"))
                .hasMessageContaining("metadata has the wrong type");
    }

    @Test
    void keysInsideAPayloadAreNotChecked() throws IOException {
        assertThat(read(HEAD + "\"jobs\":[{\"payload\":{\"a\":1,\"a\":2}}]}").jobs().toList())
                .extracting(JobRequest::payload)
                .containsExactly(new CheckedJson("{\"a\":1,\"a\":2}"));
    }

    @Test
    void aFieldThatBreaksARuleIsRefused() {
        assertThatThrownBy(() -> read("{\"jobs\":[{\"payload\":1}]}")).isInstanceOf(ConstraintViolationException.class);
        assertThatThrownBy(() -> read(HEAD + "\"maxRps\":-1,\"jobs\":[{\"payload\":1}]}"))
                .isInstanceOf(ConstraintViolationException.class);
        assertThatThrownBy(() -> read(HEAD + "\"priorityLevel\":\"HUGE\",\"jobs\":[{\"payload\":1}]}"))
                .isInstanceOf(HttpMessageNotReadableException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "7", "{", "{\"jobs\":[", "{\"jobs\":[{\"payload\":1}"})
    void aBodyThatIsNotADocumentIsRefused(String body) {
        assertThat(catchThrowable(() -> read(body)))
                .isInstanceOfAny(HttpMessageNotReadableException.class, InvalidSubmissionException.class);
    }

    @Test
    void textAfterTheDocumentIsRefused() {
        assertThatThrownBy(() -> read(HEAD + "\"jobs\":[{\"payload\":1}]} {}"))
                .isInstanceOf(InvalidSubmissionException.class);
    }

    /** Building a tree of it ended the process. */
    @ParameterizedTest
    @ValueSource(strings = {"[],", "{},", "0,", "\"\",", "[[],[]],"})
    void anEndlessPayloadIsReadOnlyUpToTheLimit(String part) {
        Endless body = new Endless(HEAD + "\"jobs\":[{\"payload\":[", part);

        assertThatThrownBy(() -> documents.read(new MockHttpInputMessage(body)))
                .isInstanceOf(InvalidSubmissionException.class)
                .hasMessageStartingWith("jobs[0]: ");
        assertThat(body.read).isLessThan(1_000_000);
    }

    @Test
    void anEndlessListOfJobsIsReadOnlyUpToTheLimit() {
        Endless body = new Endless(HEAD + "\"jobs\":[", "{\"payload\":0},");

        assertThatThrownBy(() -> documents.read(new MockHttpInputMessage(body)))
                .isInstanceOf(InvalidFieldException.class);
        assertThat(body.read).isLessThan(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"groupId\":\"", "{\"", "{\"basePriority\":1", "{  "})
    void anEndlessFieldIsReadOnlyUpToTheLimit(String start) {
        Endless body = new Endless(start, start.endsWith(" ") ? " " : "1");

        assertThat(catchThrowable(() -> documents.read(new MockHttpInputMessage(body)))).isNotNull();
        assertThat(body.read).isLessThan(1_000_000);
    }

    @Test
    void deepNestingIsRefused() {
        assertThatThrownBy(() -> read(HEAD + "\"jobs\":[{\"payload\":" + "[".repeat(100_000)))
                .hasCauseInstanceOf(StreamConstraintsException.class);
    }

    private BulkActionRequest read(String body) throws IOException {
        return documents.read(new MockHttpInputMessage(body.getBytes(StandardCharsets.UTF_8)));
    }

    /** A start, and then the same part forever. */
    private static final class Endless extends InputStream {

        private final byte[] start;
        private final byte[] part;
        private long read;

        Endless(String start, String part) {
            this.start = start.getBytes(StandardCharsets.UTF_8);
            this.part = part.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() {
            long at = read++;
            return at < start.length ? start[(int) at] : part[(int) ((at - start.length) % part.length)];
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            for (int i = 0; i < length; i++) {
                into[offset + i] = (byte) read();
            }
            return length;
        }
    }
}
