package io.bulkaction.internal.web.access;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Payloads and results, as far as the caller may see them. */
@Component
public final class Payloads {

    private final JsonMapper json;
    private final Callers callers;

    Payloads(JsonMapper json, Callers callers) {
        this.json = json;
        this.callers = callers;
    }

    /** Null if the caller may not see it. */
    public @Nullable JsonNode of(@Nullable String text) {
        return show(text, callers.payloads());
    }

    /** The same for a call that the submitter of the job may make. */
    public @Nullable JsonNode ofOwn(@Nullable String text) {
        return show(text, callers.ownPayloads());
    }

    private @Nullable JsonNode show(@Nullable String text, PayloadView view) {
        if (text == null || !view.isOpen()) {
            return null;
        }
        ReadTrail.note();
        JsonNode tree = json.readTree(text);
        view.masked().forEach(path -> path.apply(tree));
        return tree;
    }
}
