package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page takes for a job is what the service takes for one. */
class PageFieldsTest {

    @Test
    void thePageKnowsEveryFieldOfAJob() throws Exception {
        String script = Files.readString(
                Path.of("src/main/resources/io/bulkaction/internal/web/page/assets/jobs-text.js"));
        Matcher list = Pattern.compile("OF_A_JOB = \\[([^\\]]*)]").matcher(script);

        assertThat(list.find()).isTrue();
        assertThat(List.of(list.group(1).replaceAll("[' ]", "").split(",")))
                .containsExactlyInAnyOrderElementsOf(JobReader.GROUPED_FIELDS);
    }
}
