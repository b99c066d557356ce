package io.bulkaction.internal.boot;

import java.util.List;

/** There are settings that nothing reads. */
final class UnknownSettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownSettingException(List<String> unknown) {
        super(String.join("\n", unknown));
    }
}
