package io.bulkaction.queue.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script as it is sent: its file with the shared functions of {@code lua/lib} put in, one level deep, and what its
 * header says about its arguments.
 */
record ScriptSource(Script script, byte[] text, String sha, ScriptHeader header) {

    private static final Pattern INCLUDE = Pattern.compile("(?m)^-- include (\\S+)$");

    /** A missing file or include stops the start: better than a service that fails with its first job. */
    static ScriptSource load(Script script) {
        String file = read("lua/" + script.verb() + ".lua");
        byte[] text = withIncludes(file).getBytes(StandardCharsets.UTF_8);
        return new ScriptSource(script, text, sha1(text), ScriptHeader.parse(file));
    }

    static String withIncludes(String file) {
        return INCLUDE.matcher(file)
                .replaceAll(include -> Matcher.quoteReplacement(read("lua/lib/" + include.group(1) + ".lua")));
    }

    static String read(String path) {
        try (InputStream in = ScriptSource.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("Lua file " + path + " is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("Lua file " + path + " cannot be read", e);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
