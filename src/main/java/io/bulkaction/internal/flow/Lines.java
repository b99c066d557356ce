package io.bulkaction.internal.flow;

import org.jspecify.annotations.Nullable;

/** Fields for a script by name, only those that are given ({@code lib/lines}). */
final class Lines {

    private final StringBuilder text = new StringBuilder();

    Lines add(String name, @Nullable Object value) {
        if (value != null) {
            text.append(name).append(' ').append(value).append('\n');
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
