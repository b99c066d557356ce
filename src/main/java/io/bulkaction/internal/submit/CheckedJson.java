package io.bulkaction.internal.submit;

/** A payload that a JSON parser has read already: it is kept as it is and not parsed again. */
public record CheckedJson(String text) {}
