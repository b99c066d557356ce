package io.bulkaction.internal.builtin.nas;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Removes a file or directory. A missing one counts as removed. */
final class Delete {

    private Delete() {}

    static Map<String, Object> run(Path target, boolean recursive, @Nullable Checksum expected)
            throws NasException, IOException {
        if (FileKind.of(target) == FileKind.MISSING) {
            return Map.of("unchanged", true);
        }
        Move.requireChecksum(target, expected);
        if (recursive) {
            removeTree(target);
        } else {
            try {
                Files.deleteIfExists(target);
            } catch (DirectoryNotEmptyException e) {
                throw NasException.permanent("DIRECTORY_NOT_EMPTY", "the directory is not empty: set recursive");
            }
        }
        Durable.directory(target.getParent());
        return Map.of("unchanged", false);
    }

    /** Links inside are removed, never followed. */
    private static void removeTree(Path target) throws IOException {
        Files.walkFileTree(target, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (Thread.currentThread().isInterrupted()) {
                    throw new ClosedByInterruptException();
                }
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException error) throws IOException {
                if (error != null) {
                    throw error;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
