package io.bulkaction.internal.builtin;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A setting that must never be printed. Read from plain text, shown and serialized as stars. */
public record Secret(String value) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Secret of(String value) {
        return new Secret(value);
    }

    @Override
    @JsonValue
    public String toString() {
        return "******";
    }
}
