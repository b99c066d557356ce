package io.bulkaction.internal.redis.embedded;

import io.bulkaction.internal.redis.RedisStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps everybody else out of the data directory: it contains the payloads of all customers and the password. */
final class PrivateRights {

    private static final Logger log = LoggerFactory.getLogger(PrivateRights.class);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /** Files by which one of our data directories is recognised, even one restored from a backup. */
    private static final List<String> SIGNS = List.of("redis.conf", "appendonlydir");

    private PrivateRights() {}

    /** Makes the directory if it is missing, refuses one of another user, and narrows its rights if others have any. */
    static void create(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            requireOwn(directory);
        } else {
            Path parent = directory.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        Set<PosixFilePermission> rights = rights(directory);
        if (!OWNER_ONLY.containsAll(rights)) {
            narrow(directory, PosixFilePermissions.toString(rights));
        }
    }

    /** why: its owner can give the rights back to anybody and swap the files in it, whatever the rights are now */
    private static void requireOwn(Path directory) throws IOException {
        UserPrincipal owner = Files.getOwner(directory);
        UserPrincipal self = ownerOfNewFiles(directory);
        if (!owner.equals(self)) {
            throw new RedisStartException(
                    "The data directory " + directory + " of the embedded Redis belongs to another user ("
                            + owner.getName()
                            + "), and this process runs as " + self.getName() + ".",
                    "Run chown on it, or set bulk-action.embedded-redis.data-dir to a directory of this process's user;"
                            + " one that does not exist is made with the right owner.",
                    null);
        }
    }

    /** why not user.name: it may be missing in a container, and some mounts give every file to the same user */
    private static UserPrincipal ownerOfNewFiles(Path directory) throws IOException {
        Path probe = Files.createTempFile(directory, "owner", null);
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private static void narrow(Path directory, String rights) throws IOException {
        if (!isOurs(directory)) {
            throw open(directory, rights, "it contains other files, so it is left as it is", null);
        }
        try {
            Files.setPosixFilePermissions(directory, OWNER_ONLY);
        } catch (IOException e) {
            throw open(directory, rights, "it cannot be changed: " + e, e);
        }
        // why: some mounts take the call and ignore it
        if (!OWNER_ONLY.containsAll(rights(directory))) {
            throw open(directory, rights, "its file system does not let that be changed", null);
        }
        log.warn("Other users could enter the data directory {} ({}); now only its owner can", directory, rights);
    }

    private static Set<PosixFilePermission> rights(Path directory) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(directory, PosixFileAttributeView.class);
        return view == null ? Set.of() : view.readAttributes().permissions();
    }

    /** why: closing /tmp or a home directory to everybody else would do more harm than a refused start */
    private static boolean isOurs(Path directory) throws IOException {
        try (Stream<Path> content = Files.list(directory)) {
            return content.findAny().isEmpty()
                    || SIGNS.stream().anyMatch(name -> Files.exists(directory.resolve(name)));
        }
    }

    private static RedisStartException open(Path directory, String rights, String why, @Nullable Throwable cause) {
        return new RedisStartException(
                "The data directory " + directory + " of the embedded Redis is open to other users (" + rights
                        + "), and " + why + ".",
                "Run chmod 700 on it, or set bulk-action.embedded-redis.data-dir to a directory of its own; one that"
                        + " does not exist is made with the right permissions.",
                cause);
    }
}
