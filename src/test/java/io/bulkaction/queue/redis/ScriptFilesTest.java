package io.bulkaction.queue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds every Lua file to the rules of the house: the header against the use, the includes against the files. */
class ScriptFilesTest {

    private static final int MAX_LINES = 150;
    private static final Pattern NUMBERED_USE = Pattern.compile("(KEYS|ARGV)\\[(\\d+)]");
    private static final Pattern END_OF_NAMING = Pattern.compile("clock\\(ARGV\\[\\d+]\\)");
    private static final Pattern NAMED_KEYS = Pattern.compile("local ([a-z_, ]+?) = (KEYS\\[\\d+](?:, KEYS\\[\\d+])*)");
    private static final Pattern REPEATED = Pattern.compile("then for each ([a-z]+):");
    private static final Pattern FUNCTION = Pattern.compile("(?m)^local function ([a-z_]+)");

    @Test
    void everyScriptHasItsFileAndEveryFileItsScript() {
        assertThat(names("lua"))
                .isEqualTo(Arrays.stream(Script.values()).map(Script::verb).collect(Collectors.toSet()));
    }

    @Test
    void everySharedFunctionFileIsUsed() {
        Set<String> used = Arrays.stream(Script.values())
                .flatMap(script -> includes(file(script)).stream())
                .collect(Collectors.toSet());
        assertThat(names("lua/lib")).isEqualTo(used);
    }

    @Test
    void sharedFunctionsTakeTheirArgumentsByName() {
        for (String lib : names("lua/lib")) {
            assertThat(ScriptSource.read("lua/lib/" + lib + ".lua")).as(lib).doesNotContain("KEYS", "ARGV",
                    "-- include");
        }
    }

    @Test
    void filesStayShort() {
        Map<String, Long> lines = new TreeMap<>();
        names("lua").forEach(name -> lines.put(name, lines("lua/" + name + ".lua")));
        names("lua/lib").forEach(name -> lines.put("lib/" + name, lines("lua/lib/" + name + ".lua")));
        assertThat(lines).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MAX_LINES));
    }

    @ParameterizedTest
    @EnumSource
    void headerSaysWhatAndWhyAndNamesEveryArgument(Script script) {
        assertThat(file(script)).matches(Pattern.compile(
                "#!lua( flags=[a-z-]+)?\n--\\[\\[\n {2}\\S.*\n\n {2}KEYS {3}1 .*\n {2}ARGV {3}1 .*\n {2}RETURNS \\S.*",
                Pattern.DOTALL));
    }

    @ParameterizedTest
    @EnumSource
    void everyNumberedArgumentIsNamedOnceAtTheTop(Script script) {
        String code = code(script);
        ScriptHeader header = ScriptHeader.parse(file(script));
        Matcher naming = END_OF_NAMING.matcher(code);
        assertThat(naming.find()).as("the clock is read at the top").isTrue();

        assertThat(numbers(code.substring(0, naming.end()), "KEYS")).isEqualTo(upTo(header.keys().size()));
        assertThat(numbers(code.substring(0, naming.end()), "ARGV")).isEqualTo(upTo(header.args()));
        assertThat(code.substring(naming.end())).doesNotContainPattern("\\bKEYS\\b")
                .doesNotContainPattern(NUMBERED_USE);
        if (header.perJob() == 0) {
            assertThat(code.substring(naming.end())).as("no arguments beyond the header's").doesNotContain("ARGV");
        }
    }

    @ParameterizedTest
    @EnumSource
    void keysBearTheNamesOfTheHeader(Script script) {
        List<String> named = NAMED_KEYS.matcher(code(script)).results()
                .flatMap(match -> Arrays.stream(match.group(1).split(", ")))
                .toList();
        assertThat(named).isEqualTo(ScriptHeader.parse(file(script)).keys());
    }

    @ParameterizedTest
    @EnumSource
    void argumentsPerJobBeginWhereTheHeaderEndsTheFixedOnes(Script script) {
        ScriptHeader header = ScriptHeader.parse(file(script));
        if (header.perJob() == 0) {
            return;
        }
        String first = "FIRST_" + REPEATED.matcher(file(script)).results().findFirst().orElseThrow().group(1)
                .toUpperCase(Locale.ROOT);
        assertThat(constant(script, first)).isEqualTo(header.args() + 1);
        String step = header.perJob() == 1 ? "" : ", (?:WIDTH|" + header.perJob() + ")";
        assertThat(code(script)).containsPattern("for i = " + first + ", #ARGV" + step + " do");
        if (code(script).contains("WIDTH =") || code(script).contains("WIDTH, ")) {
            assertThat(constant(script, "WIDTH")).isEqualTo(header.perJob());
        }
    }

    @ParameterizedTest
    @EnumSource
    void includesBringEveryFunctionBeforeItIsUsedAndNoneForNothing(Script script) {
        String whole = ScriptSource.withIncludes(file(script));
        Set<String> shared = new HashSet<>();
        names("lua/lib").forEach(lib -> shared.addAll(functions(lib)));
        for (String function : shared) {
            Matcher use = Pattern.compile("(?<!function )\\b" + function + "\\(").matcher(whole);
            if (use.find()) {
                assertThat(whole.indexOf("local function " + function + "("))
                        .as("definition of %s in %s", function, script)
                        .isBetween(0, use.start());
            }
        }
        for (String include : includes(file(script))) {
            String others = whole.replace(ScriptSource.read("lua/lib/" + include + ".lua"), "");
            assertThat(functions(include)).as("functions of %s in %s", include, script)
                    .anySatisfy(function -> assertThat(others).containsPattern("\\b" + function + "\\("));
        }
        assertThat(file(script).lines().filter(line -> line.contains("include")))
                .as("a mistyped include would be a comment")
                .allSatisfy(line -> assertThat(line).matches("-- include [a-z]+"));
    }

    @Test
    void aMissingFileStopsWithItsName() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ScriptSource.read("lua/vanish.lua"))
                .withMessageContaining("lua/vanish.lua is missing");
    }

    @Test
    void aMissingIncludeStopsWithItsName() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ScriptSource.withIncludes("local a = 1\n-- include vanish\nreturn a"))
                .withMessageContaining("lua/lib/vanish.lua is missing");
    }

    @Test
    void aHeaderWithoutItsPartsStops() {
        assertThatIllegalStateException().isThrownBy(() -> ScriptHeader.parse("#!lua\n--[[ KEYS 1 a ARGV 1 b ]]"));
    }

    @Test
    void aCallThatDoesNotFitTheHeaderIsRefused() {
        ScriptHeader header = ScriptHeader.parse(file(Script.EXTEND));
        header.check(Script.EXTEND, 1, 3);
        header.check(Script.EXTEND, 1, 7);
        assertThatThrownBy(() -> header.check(Script.EXTEND, 1, 6)).hasMessageContaining("extend.lua takes 1 KEYS");
        assertThatThrownBy(() -> header.check(Script.EXTEND, 2, 3)).hasMessageContaining("extend.lua takes 1 KEYS");
    }

    private static String file(Script script) {
        return ScriptSource.read("lua/" + script.verb() + ".lua");
    }

    private static String code(Script script) {
        String file = file(script);
        return file.substring(file.indexOf("]]") + 2);
    }

    private static int constant(Script script, String name) {
        Matcher assignment =
                Pattern.compile("local ([A-Za-z_, ]*" + name + "[A-Za-z_, ]*) = (.*)").matcher(code(script));
        assertThat(assignment.find()).as("%s in %s", name, script).isTrue();
        // why from the end: constants come last, and a table before them has commas of its own
        int fromEnd = assignment.group(1).substring(assignment.group(1).indexOf(name)).split(",").length;
        String[] values = assignment.group(2).split(", ");
        return Integer.parseInt(values[values.length - fromEnd]);
    }

    private static Set<String> includes(String file) {
        return Pattern.compile("(?m)^-- include (\\S+)$").matcher(file).results()
                .map(include -> include.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> functions(String lib) {
        return FUNCTION.matcher(ScriptSource.read("lua/lib/" + lib + ".lua")).results()
                .map(function -> function.group(1))
                .toList();
    }

    private static List<Integer> numbers(String code, String kind) {
        return NUMBERED_USE.matcher(code).results()
                .filter(use -> use.group(1).equals(kind))
                .map((MatchResult use) -> Integer.valueOf(use.group(2)))
                .sorted()
                .toList();
    }

    private static List<Integer> upTo(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }

    private static long lines(String path) {
        return ScriptSource.read(path).lines().count();
    }

    private static Set<String> names(String directory) {
        try (Stream<Path> files = Files.list(Path.of(
                ScriptFilesTest.class.getClassLoader().getResource(directory).toURI()))) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(".lua"))
                    .map(name -> name.substring(0, name.length() - ".lua".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
