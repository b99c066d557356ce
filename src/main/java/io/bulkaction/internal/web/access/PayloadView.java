package io.bulkaction.internal.web.access;

import java.util.List;

/**
 * What somebody sees of payloads and results.
 *
 * @param masked fields that are replaced
 */
public record PayloadView(boolean isOpen, List<MaskedPath> masked) {

    public static final PayloadView ALL = new PayloadView(true, List.of());
    public static final PayloadView NONE = new PayloadView(false, List.of());
}
