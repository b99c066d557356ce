package io.bulkaction.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.PriorityLevel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Holds every Lua file to the rules of the house: the header against the use, the includes against the files. */
class ScriptFilesTest {

    private static final int MAX_LINES = 150;
    private static final int MAX_PARAMETERS = 4;

    /** What decides who is served next: pick and what it is made of. A person must be able to hold all of it in mind. */
    private static final List<String> PICKING = List.of("pick", "ring", "lap", "member");
    private static final int MAX_LINES_OF_PICKING = 250;

    private static final Pattern NUMBERED_USE = Pattern.compile("(KEYS|ARGV)\\[(\\d+)]");
    private static final Pattern END_OF_NAMING =
            Pattern.compile("(?m)^(?!local (?!function )| |--|$)|^local (?!.*(KEYS|ARGV|[A-Z]{2}))");
    private static final Pattern NAMED_KEYS = Pattern.compile("local ([a-z_, ]+?) = (KEYS\\[\\d+](?:, KEYS\\[\\d+])*)");
    private static final Pattern REPEATED = Pattern.compile("then for each ([a-z]+):");
    private static final Pattern NAMES = Pattern.compile("(?m)^local (?:function )?([A-Za-z_, ]+)");
    private static final Pattern FUNCTION = Pattern.compile("(?m)^local function ([a-z_]+)");

    private static final Pattern READ_NAME = Pattern.compile(
            "(?:\\b(?:reply|row|lost|all)\\.|\\)\\s*\\.)(?:text|textOrNull|number|count|flag|list|pairs|nested)\\(\"([a-z_]+)\""
                    + "|\\b(?:number|decimal|time)\\(row, \"([a-z_]+)\"");

    /** All functions of all shared files. */
    private static final Set<String> SHARED =
            names("lua/lib").stream().flatMap(lib -> functions(lib).stream()).collect(Collectors.toSet());

    @Test
    void everyScriptHasItsFileAndEveryFileItsScript() {
        Set<String> paths = Stream.of("flow", "run", "operate", "doctor")
                .flatMap(slice -> names("lua/" + slice).stream().map(name -> "lua/" + slice + "/" + name + ".lua"))
                .collect(Collectors.toSet());
        assertThat(paths).isEqualTo(Arrays.stream(Script.values()).map(Script::path).collect(Collectors.toSet()));
    }

    @Test
    void everySharedFunctionFileIsUsed() {
        Set<String> used = Arrays.stream(Script.values())
                .flatMap(script -> includes(file(script)).stream())
                .flatMap(lib -> Stream.concat(Stream.of(lib), includesOf(lib).stream()))
                .collect(Collectors.toSet());
        assertThat(names("lua/lib")).isEqualTo(used);
    }

    @Test
    void sharedFunctionsTakeTheirArgumentsByName() {
        for (String lib : names("lua/lib")) {
            assertThat(ScriptSource.read("lua/lib/" + lib + ".lua")).as(lib)
                    .doesNotContainPattern("\\b(KEYS|ARGV)\\b");
        }
    }

    @Test
    void filesStayShort() {
        Map<String, Long> lines = new TreeMap<>();
        Arrays.stream(Script.values()).forEach(script -> lines.put(script.verb(), lines(script.path())));
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
        ScriptHeader header = ScriptHeader.parse(file(script));
        String naming = naming(script);
        String rest = code(script).substring(naming.length());
        assertThat(numbers(naming, "KEYS")).isEqualTo(upTo(header.keys().size()));
        assertThat(numbers(naming, "ARGV")).isEqualTo(upTo(header.args()));
        assertThat(rest).doesNotContainPattern("\\bKEYS\\b").doesNotContainPattern(NUMBERED_USE);
        if (header.perJob() == 0) {
            assertThat(rest).as("no arguments beyond the header's").doesNotContain("ARGV");
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyNamedArgumentIsUsed(Script script) {
        String naming = naming(script);
        Set<String> named = Pattern.compile("local ([a-z_, ]+?) = |\\b([a-z_]+) = [a-z_]*\\(?ARGV").matcher(naming)
                .results()
                .flatMap(match -> Arrays.stream((match.group(1) == null ? match.group(2) : match.group(1)).split(", ")))
                .collect(Collectors.toCollection(TreeSet::new));
        String whole = ScriptSource.withIncludes(code(script)).replaceAll("--[^\n]*", "");
        assertThat(named).isNotEmpty().allSatisfy(name -> assertThat(
                Pattern.compile("\\b" + name + "\\b").matcher(whole).results().count()).as(name).isGreaterThan(1));
        assertThat(naming.contains("clock(")).as("takes now")
                .isEqualTo(file(script).contains(" now ms, '' = Redis TIME"));
    }

    @Test
    void functionsTakeFewParameters() {
        assertThat(luaFiles()).allSatisfy((path, text) -> assertThat(
                Pattern.compile("function ([a-z_.]*)\\(([^)]*)\\)").matcher(text).results()
                        .filter(function -> function.group(2).split(", ").length > MAX_PARAMETERS)
                        .map(function -> function.group(1)))
                .as(path).isEmpty());
    }

    /** Counts lines of code: neither blank nor a comment alone. */
    @Test
    void whatPicksTheNextJobsStaysShortTogether() {
        assertThat(PICKING.stream()
                .flatMap(lib -> ScriptSource.read("lua/lib/" + lib + ".lua").lines())
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("--")))
                .hasSizeBetween(1, MAX_LINES_OF_PICKING);
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

    @Test
    void everySharedFileIncludesWhatItNeedsItselfAndNothingElse() {
        Map<String, List<String>> functions = names("lua/lib").stream()
                .collect(Collectors.toMap(lib -> lib, ScriptFilesTest::functions));
        for (String lib : functions.keySet()) {
            String text = ScriptSource.read("lua/lib/" + lib + ".lua");
            Set<String> needed = functions.keySet().stream()
                    .filter(other -> !other.equals(lib))
                    .filter(other -> functions.get(other).stream().anyMatch(function -> calls(text, function)))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(includes(text)).as("calls of %s", lib).containsAll(needed);
            assertThat(includes(text)).as("includes of %s", lib).allSatisfy(include -> assertThat(names(include, text))
                    .as(include).isTrue());
        }
    }

    @ParameterizedTest
    @EnumSource
    void includesBringEveryFunctionBeforeItIsUsedAndNoneForNothing(Script script) {
        String whole = ScriptSource.withIncludes(file(script));
        // why looked for as a text first: a pattern takes far longer, and most functions are not there
        for (String function : SHARED.stream().filter(name -> whole.contains(name + "(")).toList()) {
            Matcher use = Pattern.compile("(?<!function )\\b" + function + "\\(").matcher(whole);
            if (use.find()) {
                assertThat(whole.indexOf("local function " + function + "("))
                        .as("definition of %s in %s", function, script)
                        .isBetween(0, use.start());
            }
        }
        assertThat(includes(file(script))).as("includes of %s", script)
                .allSatisfy(include -> assertThat(names(include, code(script))).as(include).isTrue());
        assertThat(file(script).lines().filter(line -> line.contains("include")))
                .as("a mistyped include would be a comment")
                .allSatisfy(line -> assertThat(line).matches("-- include [a-z_]+"));
    }

    @ParameterizedTest
    @EnumSource
    void headerNamesEverythingThatIsReturned(Script script) {
        String returns = file(script).replaceFirst("(?s).*?\n {2}RETURNS (.*?)\n]].*", "$1");
        assertThat(returns).doesNotContain("{", "}").matches("(?s)(1 [a-z_]+|for each [a-z]+: [a-z_]+)\\b.*");
        assertThat(returned(script)).isNotEmpty().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void everyReturnedNameIsReadInTheSliceOfTheScript(Script script) {
        String readers = javaOf(slice(script));
        ScriptHeader.Returned returned = ScriptSource.header(script).returned();
        boolean singleText = returned.row().size() == 1 && readers.contains(".texts()");
        Set<String> read = readNames(readers);
        for (PriorityLevel level : PriorityLevel.values()) {
            read.add(level.name().toLowerCase(Locale.ROOT));
        }
        assertThat(read).containsAll(returned.values()).containsAll(singleText ? List.of() : returned.row());
    }

    @ParameterizedTest
    @ValueSource(strings = {"flow", "run", "operate", "doctor"})
    void everyNameThatIsReadIsReturnedByAScriptOfTheSlice(String slice) {
        Set<String> known = Arrays.stream(Script.values())
                .filter(script -> slice(script).equals(slice))
                .flatMap(script -> returned(script).stream())
                .collect(Collectors.toSet());
        assertThat(readNames(javaOf(slice))).isNotEmpty().isSubsetOf(known);
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

    private static List<String> returned(Script script) {
        ScriptHeader.Returned returned = ScriptSource.header(script).returned();
        return Stream.concat(returned.values().stream(), returned.row().stream()).toList();
    }

    private static String slice(Script script) {
        return script.path().split("/")[1];
    }

    private static String javaOf(String slice) {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/io/bulkaction/internal", slice))) {
            return files.filter(path -> path.toString().endsWith(".java"))
                    .map(ScriptFilesTest::text)
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> readNames(String java) {
        return READ_NAME.matcher(java).results()
                .map(read -> read.group(1) == null ? read.group(2) : read.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String file(Script script) {
        return ScriptSource.read(script.path());
    }

    private static String code(Script script) {
        String file = file(script);
        return file.substring(file.indexOf("]]") + 2);
    }

    /** Where arguments get their names: the statements before the first that does something else. */
    private static String naming(Script script) {
        String code = code(script);
        Matcher end = END_OF_NAMING.matcher(code);
        assertThat(end.find()).isTrue();
        return code.substring(0, end.start());
    }

    private static Map<String, String> luaFiles() {
        Map<String, String> files = new TreeMap<>();
        Stream.of("flow", "run", "operate", "doctor", "lib")
                .flatMap(folder -> names("lua/" + folder).stream().map(name -> "lua/" + folder + "/" + name + ".lua"))
                .forEach(path -> files.put(path, ScriptSource.read(path)));
        return files;
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

    /** All that a shared file brings along. */
    private static Set<String> includesOf(String lib) {
        Set<String> all = new TreeSet<>();
        for (String include : includes(ScriptSource.read("lua/lib/" + lib + ".lua"))) {
            all.add(include);
            all.addAll(includesOf(include));
        }
        return all;
    }

    private static boolean calls(String text, String function) {
        return text.contains(function + "(")
                && Pattern.compile("(?<!function )(?<![\\w.])" + function + "\\(").matcher(text).find();
    }

    /** Whether a text uses a function or a constant of a shared file. */
    private static boolean names(String lib, String text) {
        String code = text.replaceAll("--[^\n]*", "");
        return NAMES.matcher(ScriptSource.read("lua/lib/" + lib + ".lua")).results()
                .flatMap(found -> Arrays.stream(found.group(1).split(", ")))
                .map(String::strip)
                .anyMatch(name -> code.contains(name)
                        && Pattern.compile("(?<![\\w.])" + name + "\\b").matcher(code).find());
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
