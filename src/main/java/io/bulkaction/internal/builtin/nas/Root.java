package io.bulkaction.internal.builtin.nas;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A directory that no path of a payload can leave. Paths are refused when they climb ({@code ..}) and when any part of
 * them is a symbolic link; the root itself may be one.
 *
 * <p>Links are checked right before use, not held open: whoever can write to the roots is trusted not to race with us.
 */
record Root(Path directory, String name, @Nullable String marker) {

    /** Names of our own unfinished files. */
    static final String RESERVED = ".bulk-action-";

    /** @throws NasException when the path is refused or the root is not there */
    Path resolve(String text) throws NasException, IOException {
        Path path = real();
        FileKind kind = FileKind.DIRECTORY;
        for (String part : text.replaceFirst("^/", "").replaceFirst("/$", "").split("/", -1)) {
            if (kind == FileKind.FILE || kind == FileKind.OTHER) {
                throw notADirectory();
            }
            path = child(path, part);
            kind = FileKind.of(path);
            if (kind == FileKind.LINK) {
                throw NasException.permanent("PATH_REFUSED", "a part of the path in " + name + " is a symbolic link");
            }
            if (kind != FileKind.MISSING && isMarker(path)) {
                throw notAllowed();
            }
        }
        return path;
    }

    /** Creates the directory and its missing parents, durably. */
    void makeDirectories(Path target) throws NasException, IOException {
        Path path = real();
        for (Path part : path.relativize(target)) {
            path = path.resolve(part);
            if (FileKind.of(path) == FileKind.MISSING) {
                make(path);
            }
            if (FileKind.of(path) != FileKind.DIRECTORY) {
                throw notADirectory();
            }
        }
    }

    private NasException notADirectory() {
        return NasException.permanent("NOT_A_DIRECTORY", "a part of the path in " + name + " is a file");
    }

    private NasException notAllowed() {
        return NasException.permanent("PATH_REFUSED", "the path in " + name + " has a part that is not allowed");
    }

    /** Compares the file itself, because a NAS may know it by several names: {@code .nas.}, {@code NAS~1}. */
    private boolean isMarker(Path path) throws IOException {
        if (marker == null) {
            return false;
        }
        Object key = fileKey(path);
        return key != null && key.equals(fileKey(directory.toRealPath().resolve(marker)));
    }

    private static @Nullable Object fileKey(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    }

    private static void make(Path directory) throws IOException {
        try {
            Files.createDirectory(directory);
            Durable.directory(directory.getParent());
        } catch (FileAlreadyExistsException e) {
            // another job needed it too
        }
    }

    private Path real() throws NasException, IOException {
        try {
            Path real = directory.toRealPath();
            if (marker == null || FileKind.of(real.resolve(marker)) != FileKind.MISSING) {
                return real;
            }
        } catch (NoSuchFileException e) {
            // the same as a missing marker
        }
        throw NasException.retryable("ROOT_UNAVAILABLE", name + " is missing or not mounted");
    }

    private Path child(Path parent, String part) throws NasException {
        boolean climbs = part.isEmpty() || part.equals(".") || part.equals("..");
        boolean odd = part.chars().anyMatch(c -> c < ' ' || c == 0x7f || c == '\\');
        // why: many NAS servers ignore case, so any spelling of these names may reach the file
        boolean ours = part.regionMatches(true, 0, RESERVED, 0, RESERVED.length()) || part.equalsIgnoreCase(marker);
        if (climbs || odd || ours) {
            throw notAllowed();
        }
        try {
            return parent.resolve(part);
        } catch (InvalidPathException e) {
            throw NasException.permanent(
                    "PATH_REFUSED", "this process cannot write such names: start it in a UTF-8 locale");
        }
    }
}
