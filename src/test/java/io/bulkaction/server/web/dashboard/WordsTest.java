package io.bulkaction.server.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.ClassPathResource;

/** The texts of the dashboard: the same ones in both languages, and every one that its scripts ask for. */
class WordsTest {

    private static final Pattern ENTRY = Pattern.compile("'([\\w.-]+)':\\s*'([^']*)'");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}");
    private static final Pattern ACTION = Pattern.compile("\\b(?:carryOut|note)\\([^;\"]*\"([a-z][a-z ]+)\"");
    private static final Pattern USE = Pattern.compile("\\bt\\('([\\w.-]*[\\w-])'[,)]");

    @Test
    void everyTextIsThereInBothLanguagesWithTheSamePlaceholders() throws IOException {
        Map<String, String> english = placeholdersByKey("words-en.js");

        assertThat(english).hasSizeGreaterThan(100);
        assertThat(placeholdersByKey("words-ko.js")).isEqualTo(english);
    }

    @Test
    void everyTextThatAScriptAsksForIsThere() throws IOException {
        List<String> used;
        // why not the class path: after a build without clean it still has scripts that were removed
        try (Stream<Path> files = Files.walk(Path.of("src/main/resources/io/bulkaction/internal/web/page/assets"))) {
            used = files.filter(file -> file.toString().endsWith(".js")).flatMap(WordsTest::keysUsedIn).toList();
        }

        assertThat(used).hasSizeGreaterThan(100);
        assertThat(placeholdersByKey("words-en.js").keySet()).containsAll(used);
    }

    /** What the server says with a code, the page says in words. */
    @ParameterizedTest
    @MethodSource("codes")
    void everyCodeOfTheServerHasAText(String kind, String enumeration) throws Exception {
        Object[] codes = Class.forName("io.bulkaction." + enumeration).getEnumConstants();

        assertThat(placeholdersByKey("words-en.js").keySet())
                .containsAll(Stream.of(codes).map(code -> kind + "." + ((Enum<?>) code).name()).toList());
    }

    static Stream<Arguments> codes() {
        return Stream.of(
                "waitReason WaitReason", "status JobStatus", "status GroupStatus", "place JobView$Place",
                "level PriorityLevel", "congestion internal.flow.CongestionLevel", "alert spi.AlertType",
                "alert.cause spi.AlertType", "severity spi.AlertType$Severity",
                "mark internal.operate.history.Mark$Kind",
                "kind internal.operate.audit.AuditKind", "outcome internal.operate.audit.Audit$Outcome",
                "refused internal.operate.audit.Refusal", "login server.web.security.LoginMethod",
                "role server.web.security.SecuritySettings$Role", "token server.web.security.TokensController$State",
                "worker internal.engine.WorkerState", "missed internal.settings.RecurringSettings$Missed",
                "overlap internal.settings.RecurringSettings$Overlap",
                "origin internal.operate.recur.RecurringAction$Origin", "tick internal.operate.recur.Tick$Status")
                .map(each -> Arguments.of((Object[]) each.split(" ")));
    }

    @Test
    void everyActionOfTheAuditTrailHasAText() throws IOException {
        Set<String> actions;
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            actions = files.filter(file -> file.toString().endsWith(".java")).flatMap(WordsTest::actionsIn)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        assertThat(actions).contains("pause", "make token", "cancel tenant").hasSizeGreaterThan(30);
        assertThat(placeholdersByKey("words-en.js").keySet())
                .containsAll(actions.stream().map(action -> "did." + action.replace(' ', '-')).toList());
    }

    /** The first text in small letters that is given to the audit. */
    private static Stream<String> actionsIn(Path source) {
        String text = read(source);
        return !text.contains("internal.operate.audit") ? Stream.empty()
                : ACTION.matcher(text.replace("\"default\"", "")).results().map(found -> found.group(1));
    }

    private static Stream<String> keysUsedIn(Path script) {
        return USE.matcher(read(script)).results().map(found -> found.group(1));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> placeholdersByKey(String file) throws IOException {
        String text = new ClassPathResource("io/bulkaction/internal/web/page/assets/" + file)
                .getContentAsString(StandardCharsets.UTF_8)
                // a long text is written in two parts
                .replaceAll("'\\s*\\+ '", "");
        Map<String, String> placeholders = new TreeMap<>();
        for (Matcher entry = ENTRY.matcher(text); entry.find();) {
            String before =
                    placeholders.put(entry.group(1), String.join("", PLACEHOLDER.matcher(entry.group(2)).results()
                            .map(found -> found.group()).sorted().toList()));
            assertThat(before).as("%s is in %s twice", entry.group(1), file).isNull();
        }
        return placeholders;
    }
}
