package io.bulkaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.builtin.Jobs;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadReaderTest {

    enum Colour {
        RED,
        BLUE
    }

    record Sample(
            @Nullable String name, @Nullable Integer count, @Nullable Colour colour, @Nullable List<String> tags) {
        Sample {
            if (name == null) {
                throw new IllegalArgumentException("name is missing");
            }
        }
    }

    private final PayloadReader<Sample> strict = PayloadReader.strict(Sample.class);

    @Test
    void readsARecordAndHandsItOn() throws Exception {
        JobResult result = strict.with(
                Jobs.of("T", "{\"name\":\"a\",\"count\":3,\"colour\":\"blue\",\"tags\":[\"x\"]}"), JobResult::success);

        assertThat(result).isEqualTo(JobResult.success(new Sample("a", 3, Colour.BLUE, List.of("x"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"count":1}                      | name is missing
            {"name":"a","colr":"secret"}     | unknown field 'colr', known are name, count, colour, tags
            {"name":"a","count":"secret"}    | field 'count' must be a number
            {"name":"a","count":1.5}         | field 'count' must be a number
            {"name":"a","colour":"secret"}   | field 'colour' must be one of RED, BLUE
            {"name":"a","colour":1}          | field 'colour' must be one of RED, BLUE
            {"name":"a","tags":"secret"}     | field 'tags' must be a list
            {"name":{"secret":1}}            | field 'name' must be a text
            ["secret"]                       | the payload must be an object
            null                             | the payload is null
            {"name":"secret                  | not valid JSON at line 1, column 16
            {"name":"a"} secret              | not valid JSON at line 1, column 14
            {"name":"secret","name":"b"}     | not valid JSON at line 1, column 24
            """)
    void aPayloadThatCannotBeReadIsPermanentAndNamesTheFieldButNotTheValue(String payload, String message)
            throws Exception {
        JobResult result = strict.with(Jobs.of("T", payload), JobResult::success);

        assertThat(result).isEqualTo(JobResult.permanent("BAD_PAYLOAD", message));
    }

    record Addressed(@Nullable String group, @Nullable String note) {
        Addressed {
            new GroupId(String.valueOf(group));
            if (note == null) {
                throw new BadPayloadException("note is missing");
            }
        }
    }

    /** These were no IllegalArgumentException any more, and the message said only that the payload must be an object. */
    @Test
    void theRecordMaySayWhatIsWrongWithAnExceptionOfTheLibraryToo() throws Exception {
        PayloadReader<Addressed> reader = PayloadReader.strict(Addressed.class);

        assertThat(reader.with(Jobs.of("T", "{\"group\":\"a\"}"), JobResult::success))
                .isEqualTo(JobResult.permanent("BAD_PAYLOAD", "note is missing"));
        assertThat(reader.with(Jobs.of("T", "{\"group\":\"my secret\"}"), JobResult::success))
                .isEqualTo(JobResult.permanent("BAD_PAYLOAD", "groupId must be " + Ids.RULE));
    }

    @Test
    void anEmptyPayloadIsPermanent() throws Exception {
        assertThat(strict.with(Jobs.of("T", ""), JobResult::success))
                .isEqualTo(JobResult.permanent("BAD_PAYLOAD", "the payload must be an object"));
    }

    @Test
    void theLenientReaderIgnoresUnknownFields() throws Exception {
        JobResult result = PayloadReader.lenient(Sample.class)
                .with(Jobs.of("T", "{\"name\":\"a\",\"more\":1}"), JobResult::success);

        assertThat(result).isEqualTo(JobResult.success(new Sample("a", null, null, null)));
    }

    @Test
    void aNameOutOfAPayloadIsShownShortAndPrintable() throws Exception {
        JobResult result = strict.with(
                Jobs.of("T", "{\"name\":\"a\",\"\\n" + "x".repeat(200) + "\":1}"), JobResult::success);

        assertThat(((JobResult.Failure) result).message()).contains("'?xxx").doesNotContain("\n").hasSizeLessThan(120);
    }
}
