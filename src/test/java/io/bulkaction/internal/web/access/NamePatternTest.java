package io.bulkaction.internal.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamePatternTest {

    /** Patterns of a group's owner are kept in one line, with blanks between. */
    @ParameterizedTest
    @ValueSource(strings = {"", "acme /*", "acme/*\n", "acme\n*", "a*b", "**", "acme/* *", "acme\u00e9",
        "acme,globex/*"})
    void whatIsInNoNameIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> NamePattern.of(text))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void aStarAtTheEndStandsForAnything() {
        assertThat(NamePattern.of("*").matches("anything")).isTrue();
        assertThat(NamePattern.of("acme/*").matches("acme/june")).isTrue();
        assertThat(NamePattern.of("acme/*").matches("acmes/june")).isFalse();
        assertThat(NamePattern.of("acme/june").matches("acme/june2")).isFalse();
    }
}
