package io.bulkaction.internal.builtin.nas;

import io.bulkaction.Job;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renames a file or directory on the NAS. A file at the target is replaced, a directory is not. */
final class Move {

    private final Root nas;

    Move(Root nas) {
        this.nas = nas;
    }

    Map<String, Object> run(Job job, Path source, Path target, @Nullable Checksum expected)
            throws NasException, IOException {
        if (FileKind.of(source) == FileKind.MISSING) {
            requireMovedBefore(job, target, expected);
            Durable.directory(target.getParent());
            return Map.of("unchanged", true);
        }
        if (source.equals(target)) {
            return Map.of("unchanged", true);
        }
        if (target.startsWith(source)) {
            throw NasException.permanent("PATH_REFUSED", "a directory cannot move into itself");
        }
        if (FileKind.of(target) == FileKind.DIRECTORY) {
            throw NasException.permanent("TARGET_IS_DIRECTORY", "the target is a directory");
        }
        requireChecksum(source, expected);
        nas.makeDirectories(target.getParent());
        try {
            Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException | DirectoryNotEmptyException e) {
            throw NasException.permanent("CANNOT_RENAME", "the NAS cannot rename the source to the target");
        }
        Durable.directory(target.getParent());
        Durable.directory(source.getParent());
        return Map.of("unchanged", false);
    }

    /** why: on the first attempt nobody can have moved it yet, so a missing source is a mistake, not a repetition. */
    private static void requireMovedBefore(Job job, Path target, @Nullable Checksum expected)
            throws NasException, IOException {
        boolean there = FileKind.of(target) != FileKind.MISSING;
        if (!there || job.attempt() <= 1 && expected == null) {
            throw NasException.permanent("SOURCE_MISSING", "the source is not on the NAS");
        }
        requireChecksum(target, expected);
    }

    static void requireChecksum(Path file, @Nullable Checksum expected) throws NasException, IOException {
        if (expected == null) {
            return;
        }
        if (FileKind.of(file) != FileKind.FILE || !expected.equals(Checksum.ofFile(file))) {
            throw NasException.permanent("CHECKSUM_MISMATCH", "the file does not have the expected checksum");
        }
    }
}
