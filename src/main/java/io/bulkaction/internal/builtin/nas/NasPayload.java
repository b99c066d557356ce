package io.bulkaction.internal.builtin.nas;

import static io.bulkaction.internal.builtin.PayloadRules.require;

import org.jspecify.annotations.Nullable;

/**
 * One change.
 *
 * @param source UPLOAD: file in staging; MOVE: file or directory on the NAS
 * @param target file or directory on the NAS; DELETE also accepts it as source
 * @param checksum SHA-256 that the file must have
 * @param recursive DELETE: a directory with everything in it
 */
record NasPayload(
        @Nullable Operation operation,
        @Nullable String source,
        @Nullable String target,
        @Nullable String checksum,
        @Nullable Boolean recursive) {

    enum Operation {
        UPLOAD,
        MOVE,
        DELETE,
        MKDIR
    }

    NasPayload {
        require(operation != null, "operation is missing");
        if (operation == Operation.DELETE && target == null) {
            target = source;
            source = null;
        }
        require(target != null, "target is missing");
        boolean needsSource = operation == Operation.UPLOAD || operation == Operation.MOVE;
        require(needsSource == (source != null), operation + (needsSource ? " needs a source" : " takes no source"));
        require(checksum == null || operation != Operation.MKDIR, "MKDIR takes no checksum");
        require(recursive == null || operation == Operation.DELETE, operation + " takes no recursive");
        if (checksum != null) {
            Checksum.of(checksum);
        }
    }

    @Nullable
    Checksum expected() {
        return checksum == null ? null : Checksum.of(checksum);
    }

    boolean isRecursive() {
        return recursive != null && recursive;
    }
}
