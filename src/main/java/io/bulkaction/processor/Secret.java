package io.bulkaction.processor;

/** A setting that must never be printed. Bound from plain text. */
public record Secret(String value) {

    public static Secret of(String value) {
        return new Secret(value);
    }

    @Override
    public String toString() {
        return "******";
    }
}
