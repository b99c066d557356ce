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

    /** On a busy machine everything takes longer than somebody thought. */
    private static final Pattern MUST_BE_QUICK = Pattern.compile(
            "(isLessThan(OrEqualTo)?|isBetween|isCloseTo)\\(\\s*(Duration|java\\.time|[\\d_]+ ?\\* ?1_?000\\b"
                    + "|[^;]*(Millis|Nanos|nanoTime|elapsed|took|perSecond))[^;]*"
                    + "|assertTimeout\\w*\\(\\s*Duration\\.of(Millis|Seconds)[^;]*");

    /** {@code Patience} is the limit; a shorter one tells a busy machine from an idle one, not right from wrong. */
    private static final Pattern SHORT_LIMIT = Pattern.compile(
            "\\b(atMost|orTimeout|waitFor|get)\\(\\s*"
                    + "(Duration\\.of(Millis\\(|Seconds\\([12]?\\d\\))|[12]?\\d, (TimeUnit\\.)?SECONDS"
                    + "|[\\d_]+, (TimeUnit\\.)?MILLISECONDS)");

    /** What a class shares with all others of its JVM: two that use it at the same time disturb each other. */
    private static final Pattern SHARED = Pattern.compile(
            "OutputCapture" + "Extension|LogLines" + "\\.of|List" + "Appender|Locale\\.set" + "Default"
                    + "|System\\.set|@SpringBoot" + "Test|SpringApplication(Builder)?\\b");

    private static final Pattern ONE_AFTER_THE_OTHER =
            Pattern.compile("ExecutionMode\\.SAME_THREAD|@Isolated|@OnWebSlice");

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        UNFINISHED.matcher(text).results().forEach(found -> problems.add("unfinished: " + found.group()));
        String body = text.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        IMPORT.matcher(text).results()
                .map((MatchResult found) -> found.group(1))
                .filter(name -> !Pattern.compile("\\b" + name + "\\b").matcher(body).find())
                .forEach(name -> problems.add("unused import: " + name));
        if (isTest()) {
            MUST_BE_QUICK.matcher(body).results()
                    .forEach(found -> problems.add("asserts wall-clock time: " + found.group()));
            SHORT_LIMIT.matcher(body).results().forEach(found -> problems.add("is impatient: " + found.group()));
            if (file.matches(".*(IT|Test)\\.java") && !ONE_AFTER_THE_OTHER.matcher(body).find()) {
                SHARED.matcher(body).results()
                        .map(MatchResult::group)
                        .distinct()
                        .forEach(found -> problems.add("may run beside others (see pom.xml), but uses " + found));
            }
        }
        return problems.stream().map(problem -> file + ": " + problem).toList();
    }

    /** Benchmarks measure, and print what they find. */
    private boolean isTest() {
        return file.contains("src/test/") && !file.contains("/benchmark/");
    }
}
