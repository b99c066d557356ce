package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

    @Test
    void cellsAreQuotedWhereTheyMustBe() {
        assertThat(Csv.line(List.of("a", "b,c", "say \"hi\"", "two\nlines", 7)))
                .isEqualTo("a,\"b,c\",\"say \"\"hi\"\"\",\"two\nlines\",7\r\n");
        assertThat(Csv.line(Arrays.asList("a", null, ""))).isEqualTo("a,,\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"})
    void noCellIsTakenForAFormula(String text) {
        assertThat(Csv.line(List.of(text)).replace("\"", "")).isEqualTo("'" + text + "\r\n");
    }

    @Test
    void aFormulaThatNeedsQuotesIsStillNone() {
        assertThat(Csv.line(List.of("=HYPERLINK(\"http://evil.example\",\"x\")"))).startsWith("\"'=HYPERLINK(");
    }
}
