package io.bulkaction.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What neither the compiler nor the formatter looks at. */
record SourceText(String file, String text) {

    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.(\\w+);$");
    // why in two parts: this file must not find itself
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        UNFINISHED.matcher(text).results().forEach(found -> problems.add("unfinished: " + found.group()));
        String body = text.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        IMPORT.matcher(text).results()
                .map((MatchResult found) -> found.group(1))
                .filter(name -> !Pattern.compile("\\b" + name + "\\b").matcher(body).find())
                .forEach(name -> problems.add("unused import: " + name));
        return problems.stream().map(problem -> file + ": " + problem).toList();
    }
}
