package io.bulkaction.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The licences that docs/security.md lists, a row for each choice that a library leaves. */
final class Licences {

    private static final Pattern ID = Pattern.compile("[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9.]+)+|MIT");

    private final List<Set<String>> rows;

    private Licences(List<Set<String>> rows) {
        this.rows = rows;
    }

    static Licences documented() throws IOException {
        String page = Files.readString(Path.of("docs/security.md"));
        return new Licences(page.substring(page.indexOf("| licence |")).lines()
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> ids(line.split("\\|")[1]))
                .toList());
    }

    private static Set<String> ids(String cell) {
        Set<String> ids = new TreeSet<>();
        for (Matcher matcher = ID.matcher(cell); matcher.find();) {
            ids.add(matcher.group());
        }
        return ids;
    }

    /** Libraries of a CycloneDX list whose licences are in no row. */
    List<String> missing(JsonNode list) {
        return list.path("components").valueStream()
                .filter(library -> rows.stream().noneMatch(row -> row.containsAll(licences(library)))
                        || licences(library).isEmpty())
                .map(library -> library.path("name").asString() + " " + licences(library))
                .toList();
    }

    private static Set<String> licences(JsonNode library) {
        Set<String> licences = new TreeSet<>();
        library.path("licenses").valueStream()
                .flatMap(each -> Stream.of(each.path("license").path("id"), each.path("license").path("name"),
                        each.path("expression")))
                .filter(JsonNode::isString)
                .forEach(text -> licences.add(text.asString()));
        return licences;
    }
}
