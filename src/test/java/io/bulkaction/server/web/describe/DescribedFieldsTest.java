package io.bulkaction.server.web.describe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The description has every field that a submit is read from. */
class DescribedFieldsTest {

    private static final String SUBMIT = "io.bulkaction.internal.web.submit.";

    @Test
    void aDocumentIsDescribedWithAllItsFields() throws Exception {
        assertThat(ApiDescription.submit().getProperties().keySet())
                .containsExactlyInAnyOrderElementsOf(fields("SubmitDocumentReader", "FIELDS"));
    }

    @Test
    void aJobOfADocumentIsDescribedWithAllItsFields() throws Exception {
        assertThat(ApiDescription.job().getProperties().keySet())
                .containsExactlyInAnyOrderElementsOf(fields("JobReader", "FIELDS"));
    }

    @Test
    void aLineIsDescribedWithAllItsFields() throws Exception {
        assertThat(ApiDescription.line()).containsExactlyInAnyOrderElementsOf(fields("JobReader", "GROUPED_FIELDS"));
    }

    /** They are of no concern to anybody else, so the reader keeps them to itself. */
    private static List<String> fields(String reader, String name) throws Exception {
        Field field = Class.forName(SUBMIT + reader).getDeclaredField(name);
        field.setAccessible(true);
        return ((List<?>) field.get(null)).stream().map(String::valueOf).toList();
    }
}
