package io.bulkaction.internal.builtin.nas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What lies at a path, links not followed. */
enum FileKind {
    MISSING,
    FILE,
    DIRECTORY,
    LINK,
    OTHER;

    /** why: {@link Files#exists} answers no to an I/O error, but an unreliable NAS must not look like an empty one */
    static FileKind of(Path path) throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (found.isSymbolicLink()) {
                return LINK;
            }
            if (found.isDirectory()) {
                return DIRECTORY;
            }
            return found.isRegularFile() ? FILE : OTHER;
        } catch (NoSuchFileException e) {
            return MISSING;
        }
    }
}
