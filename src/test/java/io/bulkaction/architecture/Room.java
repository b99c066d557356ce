package io.bulkaction.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A package and the packages that its {@code package-info} says it may use.
 *
 * @param name of the package
 */
record Room(String name, List<String> mayUse) {

    private static final Pattern MAY_USE = Pattern.compile("May use: ([^.]*(?:\\.\\w[^.]*)*)\\.\\s");

    /** @param sources where the package {@code base} and those below it are */
    static List<Room> of(Path sources, String base) {
        Path directory = sources.resolve(base.replace('.', '/'));
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> read(directory, file, base))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Room read(Path directory, Path file, String base) {
        String below = directory.relativize(file.getParent()).toString().replace('/', '.');
        String name = below.isEmpty() ? base : base + "." + below;
        Matcher list = MAY_USE.matcher(text(file));
        if (!list.find()) {
            throw new IllegalStateException(file + " does not say what the package may use");
        }
        String words = list.group(1).replaceAll("\\s+(\\*\\s+)?", " ");
        return new Room(name, switch (words) {
            case "nothing" -> List.of();
            case "all" -> List.of(base + "..");
            default -> Arrays.stream(words.split(", ")).map(word -> resolve(directory, base, word)).toList();
        });
    }

    /** A name is below the base, {@code internal} or {@code server}; one that is nowhere is a mistake. */
    private static String resolve(Path directory, String base, String word) {
        return Stream.of("", "internal.", "server.")
                .map(parent -> parent + word)
                .filter(name -> Files.isDirectory(directory.resolve(name.replace('.', '/'))))
                .findFirst()
                .map(name -> base + "." + name)
                .orElseThrow(() -> new IllegalStateException("there is no package " + word + " below " + base));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
