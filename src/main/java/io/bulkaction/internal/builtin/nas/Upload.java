package io.bulkaction.internal.builtin.nas;

import io.bulkaction.Job;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Copies a file so that readers of the target see the old content or the new, never a part: written beside the target,
 * synced, read back, renamed over it, the directory synced. A crash between any two steps leaves the old target and at
 * most one unfinished file, which the next attempt removes.
 */
final class Upload {

    /** why: so many interrupted attempts are no accident, and a person should look at what they left. */
    private static final int ATTEMPTS_CLEANED = 50;

    private final Root nas;
    private final boolean verify;

    Upload(Root nas, boolean verify) {
        this.nas = nas;
        this.verify = verify;
    }

    Map<String, Object> run(Job job, Path source, Path target, @Nullable Checksum expected)
            throws NasException, IOException {
        if (FileKind.of(source) != FileKind.FILE) {
            return withoutSource(target, expected);
        }
        if (FileKind.of(target) == FileKind.DIRECTORY) {
            throw NasException.permanent("TARGET_IS_DIRECTORY", "the target is a directory");
        }
        nas.makeDirectories(target.getParent());
        removeLeftovers(job, target);
        Checksum wanted = wantedIfThere(source, target, expected);
        if (wanted != null) {
            // why: an earlier attempt may have died between the rename and the sync
            Durable.directory(target.getParent());
            return result(target, wanted, true);
        }
        Path unfinished = unfinished(job, target, job.attempt());
        try {
            Checksum copied = copy(source, unfinished, expected);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            Durable.directory(target.getParent());
            return result(target, copied, false);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private Checksum copy(Path source, Path unfinished, @Nullable Checksum expected) throws NasException, IOException {
        Checksum copied;
        try (FileChannel out =
                FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            copied = Checksum.ofCopy(source, out);
            out.force(true);
        }
        if (expected != null && !expected.equals(copied)) {
            throw NasException.permanent("CHECKSUM_MISMATCH", "the source does not have the expected checksum");
        }
        if (verify && !Checksum.ofFile(unfinished).equals(copied)) {
            throw NasException.retryable("WRITE_CORRUPTED", "what was written is not what is read back");
        }
        return copied;
    }

    /** The submitter may clear staging as soon as the file has arrived, before the job is acknowledged. */
    private static Map<String, Object> withoutSource(Path target, @Nullable Checksum expected)
            throws NasException, IOException {
        if (expected != null && FileKind.of(target) == FileKind.FILE && expected.equals(Checksum.ofFile(target))) {
            Durable.directory(target.getParent());
            return result(target, expected, true);
        }
        throw NasException.permanent("SOURCE_MISSING", "the source is not a file in staging");
    }

    /** The checksum both have, or null when the target must be written. */
    private static @Nullable Checksum wantedIfThere(Path source, Path target, @Nullable Checksum expected)
            throws IOException {
        if (FileKind.of(target) != FileKind.FILE || Files.size(target) != Files.size(source)) {
            return null;
        }
        Checksum wanted = expected == null ? Checksum.ofFile(source) : expected;
        return wanted.equals(Checksum.ofFile(target)) ? wanted : null;
    }

    private static void removeLeftovers(Job job, Path target) throws IOException {
        int oldest = Math.max(1, job.attempt() - ATTEMPTS_CLEANED);
        for (int attempt = oldest; attempt <= job.attempt(); attempt++) {
            Files.deleteIfExists(unfinished(job, target, attempt));
        }
    }

    /**
     * why: the attempt is part of the name, so that an attempt that was given up but still runs cannot write into, or
     * rename, the file of the one that replaced it.
     */
    private static Path unfinished(Job job, Path target, int attempt) {
        byte[] key = job.idempotencyKey().getBytes(StandardCharsets.UTF_8);
        return target.resolveSibling(Root.RESERVED + UUID.nameUUIDFromBytes(key) + "-" + attempt);
    }

    private static Map<String, Object> result(Path target, Checksum checksum, boolean unchanged) throws IOException {
        return Map.of("bytes", Files.size(target), "checksum", checksum.hex(), "unchanged", unchanged);
    }
}
