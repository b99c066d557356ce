package io.bulkaction.internal.builtin.nas;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** SHA-256 of a file, in hex. */
record Checksum(String hex) {

    private static final int BLOCK = 64 * 1024;

    /** Plain hex, or with the prefix {@code sha256:}. */
    static Checksum of(String text) {
        String hex = text.toLowerCase(Locale.ROOT).replaceFirst("^sha-?256:", "");
        if (!hex.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("checksum must be a SHA-256 in hex");
        }
        return new Checksum(hex);
    }

    static Checksum ofFile(Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            MessageDigest digest = sha256();
            ByteBuffer block = ByteBuffer.allocate(BLOCK);
            while (in.read(block) != -1) {
                digest.update(block.flip());
                block.clear();
            }
            return new Checksum(HexFormat.of().formatHex(digest.digest()));
        }
    }

    /** Copies and returns the checksum of what was copied. Ends when the thread is interrupted. */
    static Checksum ofCopy(Path source, FileChannel out) throws IOException {
        try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            MessageDigest digest = sha256();
            ByteBuffer block = ByteBuffer.allocate(BLOCK);
            while (in.read(block) != -1) {
                digest.update(block.flip().duplicate());
                while (block.hasRemaining()) {
                    out.write(block);
                }
                block.clear();
            }
            return new Checksum(HexFormat.of().formatHex(digest.digest()));
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
