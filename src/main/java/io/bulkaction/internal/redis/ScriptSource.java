package io.bulkaction.internal.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script as it is sent: its file with the shared functions it includes from {@code lua/lib}, and what its header says
 * about its arguments. A shared file includes what it needs itself; each comes once, before the first that needs it.
 */
record ScriptSource(Script script, byte[] text, String sha, ScriptHeader header) {

    private static final Pattern INCLUDE = Pattern.compile("(?m)^-- include (\\S+)$");

    private static final Map<Script, ScriptHeader> HEADERS = new ConcurrentHashMap<>();

    static ScriptHeader header(Script script) {
        return HEADERS.computeIfAbsent(script, any -> ScriptHeader.parse(read(script.path())));
    }

    /** A missing file or include stops the start: better than a service that fails with its first job. */
    static ScriptSource load(Script script, boolean inCluster) {
        String file = withIncludes(read(script.path()));
        byte[] text = (inCluster ? SlotGuard.before(file) : file).getBytes(StandardCharsets.UTF_8);
        return new ScriptSource(script, text, sha1(text), header(script));
    }

    static String withIncludes(String file) {
        return withIncludes(file, new HashSet<>());
    }

    private static String withIncludes(String file, Set<String> included) {
        return INCLUDE.matcher(file).replaceAll(include -> {
            String name = include.group(1);
            String text = included.add(name) ? withIncludes(read("lua/lib/" + name + ".lua"), included) : "";
            return Matcher.quoteReplacement(text);
        });
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
