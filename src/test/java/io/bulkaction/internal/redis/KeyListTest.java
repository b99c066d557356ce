package io.bulkaction.internal.redis;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.operate.audit.AuditKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the list of keys with the Lua files, with the Java code and with docs/design.md. */
class KeyListTest {

    private static final Path LUA = Path.of("src/main/resources/lua");
    private static final Path JAVA = Path.of("src/main/java");
    private static final Pattern KEY_METHOD =
            Pattern.compile("byte\\[] (\\w+)\\([^)]*\\) \\{\\s+return key\\(Key\\.(\\w+)");
    private static final Pattern PART_OF_GROUP =
            Pattern.compile("\\b(?:group|hash)\\([^\"\n;]*, \"([a-z]+)\"\\)|\"group:\" \\+ [^\"\n]* \\+ \":([a-z]+)\"");

    private static final Map<String, String> SHARED_NAMES = sharedNames();
    private static final Map<String, KeyUses> FILES = files();

    @ParameterizedTest
    @MethodSource("luaFiles")
    void everyKeyAndFieldOfALuaFileIsInTheList(String path) {
        assertThat(FILES.get(path).problems()).isEmpty();
    }

    static Set<String> luaFiles() {
        return FILES.keySet();
    }

    @Test
    void keysAndFieldsThatAreNotInTheListAreFound() {
        String header = "#!lua\n--[[\n  Breaks rules.\n\n  KEYS   1 ready %s %s\n  ARGV   1 id\n  RETURNS 1 a\n]]\n"
                + "local ready, id = KEYS[1], ARGV[1]\n";
        String good = header.formatted("LIST", "ready-queue");
        assertThat(problems(good + "redis.call('LLEN', ready)")).isEmpty();
        assertThat(problems(header.formatted("ZSET", "ready-queue"))).singleElement().asString().contains("ZSET",
                "LIST");
        assertThat(problems(header.formatted("LIST", "ready-list"))).singleElement().asString().contains("ready-list");
        assertThat(problems(good + "redis.call('ZCARD', ready)")).singleElement().asString().contains("line 10",
                "ZSET");
        assertThat(problems(good + "redis.call('GET', prefix .. 'tokens')")).isNotEmpty();
        assertThat(problems(good + "local key = prefix .. 'group:' .. id\nredis.call('LLEN', key .. ':waiting')"))
                .anySatisfy(problem -> assertThat(problem).contains("line 11", "group:*:waiting"));
        assertThat(problems(good + "check_set('active-grops')")).singleElement().asString().contains("active-grops");
        assertThat(problems(good + "local a, job = 1, prefix .. 'job:' .. id\nredis.call('HGET', job, 'sealed')"))
                .singleElement().asString().contains("sealed is no field of [JOB]");
        assertThat(problems(good + "redis.call('HSET', prefix .. 'state', 'paused', '1', 'since', now)"))
                .singleElement().asString().contains("since is no field of [STATE]");
        assertThat(problems(good + "set('totlaJobs', 1)")).singleElement().asString().contains("totlaJobs");
        assertThat(problems(good + "add_change(changes, id, { doneJob = 1 })")).singleElement().asString()
                .contains("doneJob is a field of no key");
    }

    private static List<String> problems(String lua) {
        return KeyUses.of(LuaFile.parse("broken.lua", lua, SHARED_NAMES)).problems();
    }

    @Test
    void everyKeyOfTheListIsUsed() {
        assertThat(unusedKeys(FILES.values())).isEmpty();
        assertThat(unusedKeys(List.of())).contains(Key.JOB_ATTEMPTS, Key.DEAD_LETTERS_BY).doesNotContain(Key.AUDIT);
    }

    @Test
    void everyFieldOfTheListIsUsed() {
        assertThat(unusedFields(List.of(Script.values()))).isEmpty();
        assertThat(unusedFields(List.of(Script.CLAIM)))
                .contains("GROUP_META cancelReason", "CONGESTION peak")
                .doesNotContain("PACE servedAt");
    }

    /** Why not by the text alone: a common word like run or level is everywhere, but not beside its key. */
    private static Set<String> unusedFields(List<Script> scripts) {
        Set<String> unused = new TreeSet<>();
        String java = java();
        for (Key key : Key.values()) {
            Set<String> words = scripts.stream()
                    .map(KeyListTest::withIncludes)
                    .filter(files -> files.stream().anyMatch(file -> file.keys().contains(key)))
                    .flatMap(files -> files.stream().flatMap(file -> file.words().stream()))
                    .collect(toSet());
            key.fields().keySet().stream()
                    .filter(field -> !field.contains("<") && !words.contains(field))
                    .filter(field -> !java.contains("bytes(\"" + field + "\")"))
                    .forEach(field -> unused.add(key + " " + field));
        }
        return unused;
    }

    private static Set<Key> unusedKeys(Collection<KeyUses> files) {
        Set<Key> unused = new TreeSet<>(List.of(Key.values()));
        files.forEach(file -> unused.removeAll(file.keys()));
        String java = java();
        KEY_METHOD.matcher(text(JAVA.resolve("io/bulkaction/internal/redis/Keys.java"))).results()
                .filter(method -> java.contains("keys()." + method.group(1) + "("))
                .forEach(method -> unused.remove(Key.valueOf(method.group(2))));
        return unused;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"AUDIT", "TASKS", "TOKEN_USES", "SESSIONS"}) // Java alone knows these
    void scriptsOfTheOwnerFillTheKey(Key key) {
        Set<String> fill = rooms(file -> file.filled().contains(key));
        assertThat(fill.isEmpty() ? rooms(file -> file.keys().contains(key)) : fill).contains(key.owner());
    }

    private static Set<String> rooms(Predicate<KeyUses> wanted) {
        return Arrays.stream(Script.values())
                .filter(script -> withIncludes(script).stream().anyMatch(wanted))
                .map(script -> script.path().split("/")[1])
                .collect(toSet());
    }

    @Test
    void partsOfGroupsInJavaAreInTheList() {
        List<String> parts = PART_OF_GROUP.matcher(java()).results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .toList();
        assertThat(parts).contains("meta", "jobs", "returned", "result")
                .allSatisfy(part -> assertThat(KeyUses.matching("group:*:" + part)).as(part).hasSize(1));
    }

    @Test
    void hashesHaveFieldsAndOthersHaveNone() {
        assertThat(Key.values()).allSatisfy(key -> assertThat(key.fields().isEmpty()).as(key.name())
                .isEqualTo(key.type() != Key.Type.HASH));
    }

    @Test
    void wordsInNamesAreAllThatThereAre() {
        assertThat(Key.FAIR_QUEUE.text())
                .isEqualTo("fair-queue:" + words(PriorityLevel.values()).toLowerCase(Locale.ROOT));
        GroupStatus[] stored = Arrays.stream(GroupStatus.values())
                .filter(status -> status != GroupStatus.DISPATCHED) // CREATED with ready jobs
                .toArray(GroupStatus[]::new);
        assertThat(Key.GROUPS_OF_STATUS.text()).isEqualTo("groups:" + words(stored));
        assertThat(Key.AUDIT.text()).isEqualTo("audit:" + words(AuditKind.values()).toLowerCase(Locale.ROOT));
    }

    private static String words(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).collect(joining("|"));
    }

    @Test
    void aNameLeadsToItsKey() {
        assertThat(Key.find("ready-queue")).contains(Key.READY);
        assertThat(Key.find("group:a:jobs:b:meta")).contains(Key.GROUP_META);
        assertThat(Key.find("job:a\nb")).contains(Key.JOB);
        assertThat(Key.find("dead-letters:code:")).contains(Key.DEAD_LETTERS_BY);
        assertThat(Stream.of("strange", "ready-queue:a", "fair-queue:middle", "groups:NONE", "audit:all", "wake:",
                "dead-letters:age:1")).allSatisfy(name -> assertThat(Key.find(name)).as(name).isEmpty());
        assertThat(Key.setsOfGroups()).contains("finished-groups", "fair-queue:low", "groups:FAILED")
                .doesNotContain("ready-queue", "in-flight");
    }

    @Test
    void designHasTheTableOfKeys() throws IOException {
        String table = Stream.concat(
                Stream.of("| key | type | owner | ends | holds |", "|---|---|---|---|---|"),
                Arrays.stream(Key.values()).map(key -> "| `%s` | %s | %s | %s | %s |".formatted(
                        key.text().replace("|", "\\|"), type(key), key.owner(),
                        key.lifetime().name().toLowerCase(Locale.ROOT).replace('_', ' '), key.meaning())))
                .collect(joining("\n"));
        Path generated = Files.writeString(Path.of("target/keys.md"), table + "\n");
        assertThat(table("Keys")).as("the table of keys; copy it from %s", generated).isEqualTo(table);
    }

    private static String type(Key key) {
        return switch (key.holds()) {
            case JOBS, GROUPS -> key.type() + " of " + key.holds().name().toLowerCase(Locale.ROOT);
            case FIELDS, VALUES -> key.type().name();
        };
    }

    @Test
    void designHasEveryScriptOnceInItsTable() {
        List<String> named = table("Scripts").lines().skip(2)
                .flatMap(row -> {
                    String[] slice = {""};
                    return Pattern.compile("`([a-z_/]+)`").matcher(row.split("\\|")[1]).results().map(name -> {
                        String[] parts = name.group(1).split("/");
                        slice[0] = parts.length == 2 ? parts[0] : slice[0];
                        return "lua/" + slice[0] + "/" + parts[parts.length - 1] + ".lua";
                    });
                })
                .toList();
        assertThat(named).containsExactlyInAnyOrderElementsOf(
                Arrays.stream(Script.values()).map(Script::path).toList());
    }

    /** The first table of a section. */
    private static String table(String section) {
        return text(Path.of("docs/design.md")).split("\n## " + section + "\n")[1].lines()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .collect(joining("\n"));
    }

    private static List<KeyUses> withIncludes(Script script) {
        Set<String> paths = new HashSet<>();
        addIncludes(script.path().substring("lua/".length()), paths);
        return paths.stream().map(FILES::get).toList();
    }

    private static void addIncludes(String path, Set<String> paths) {
        if (paths.add(path)) {
            Pattern.compile("(?m)^-- include (\\S+)$").matcher(text(LUA.resolve(path))).results()
                    .forEach(include -> addIncludes("lib/" + include.group(1) + ".lua", paths));
        }
    }

    private static Map<String, KeyUses> files() {
        Map<String, KeyUses> files = new TreeMap<>();
        paths(LUA, ".lua").forEach(path -> {
            String name = LUA.relativize(path).toString();
            files.put(name, KeyUses.of(LuaFile.parse(name, text(path), SHARED_NAMES)));
        });
        return files;
    }

    /** Names that several headers give to one key; a shared function that has such a parameter means that key. */
    private static Map<String, String> sharedNames() {
        Map<String, List<List<String>>> byName = paths(LUA, ".lua").stream()
                .flatMap(path -> LuaFile.headerKeys(text(path)).stream())
                .collect(groupingBy(LuaFile.HeaderKey::name,
                        mapping(LuaFile.HeaderKey::patterns, toList())));
        Map<String, String> shared = new TreeMap<>();
        byName.forEach((name, keys) -> {
            if (keys.size() > 1 && Set.copyOf(keys).size() == 1 && keys.getFirst().size() == 1) {
                shared.put(name, keys.getFirst().getFirst());
            }
        });
        return shared;
    }

    private static String java() {
        return paths(JAVA, ".java").stream()
                .filter(path -> !path.endsWith("internal/redis/Keys.java") && !path.endsWith("internal/redis/Key.java"))
                .map(KeyListTest::text)
                .collect(joining("\n"));
    }

    private static List<Path> paths(Path root, String ending) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(path -> path.toString().endsWith(ending)).sorted().toList();
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
}
