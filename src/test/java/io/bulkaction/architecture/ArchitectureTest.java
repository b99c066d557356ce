package io.bulkaction.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule holds for the code and catches the fixture that breaks it: a rule that cannot fail is none. */
class ArchitectureTest {

    private static final String FIXTURE = "io.bulkaction.architecture.fixture";

    private static final ImportOption IS_CODE_OR_EXAMPLE =
            location -> ImportOption.Predefined.DO_NOT_INCLUDE_TESTS.includes(location)
                    || location.contains("com/example/");

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(IS_CODE_OR_EXAMPLE)
            .importPackages("io.bulkaction", "com.example");

    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages(FIXTURE);

    /** @param culprits classes of the fixture that must be named, by what follows the fixture's package */
    record Case(ArchRule rule, ArchRule ruleForFixture, List<String> culprits) {
        @Override
        public String toString() {
            return rule.getDescription();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void codeKeepsTheRule(Case rule) {
        rule.rule().check(CODE);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ruleCatchesItsFixture(Case rule) {
        List<String> found = rule.ruleForFixture().evaluate(BROKEN).getFailureReport().getDetails();
        assertThat(rule.culprits())
                .allSatisfy(culprit -> assertThat(found).anySatisfy(detail -> assertThat(detail).contains(culprit)));
    }

    static Stream<Case> cases() {
        Rooms rooms = new Rooms("io.bulkaction");
        Rooms broken = new Rooms(FIXTURE);
        Habits habits = new Habits("io.bulkaction");
        Habits bad = new Habits(FIXTURE);
        return Stream.of(
                new Case(rooms.apiMentionsNothingInternal(), broken.apiMentionsNothingInternal(),
                        List.of("LeaksInternals")),
                new Case(rooms.testKitShowsNothingInternal(), broken.testKitShowsNothingInternal(),
                        List.of("test.ShowsInternals")),
                new Case(rooms.examplesUseOnlyTheApi("com.example"), broken.examplesUseOnlyTheApi(FIXTURE + ".example"),
                        List.of("example.UsesInternals")),
                new Case(rooms.libraryKnowsNoServer(), broken.libraryKnowsNoServer(),
                        List.of("internal.engine.UsesServer")),
                new Case(rooms.loopNeedsOnlyTheJdk(), broken.loopNeedsOnlyTheJdk(),
                        List.of("internal.loop.NeedsALibrary")),
                new Case(rooms.haveNoCycles(), broken.haveNoCycles(), List.of("Slice internal - flow")),
                new Case(rooms.onlyGatewaysTalkToRedis(), broken.onlyGatewaysTalkToRedis(),
                        List.of("server.web.TalksRedis", "internal.flow.TalksLettuce", "internal.flow.NamesKeys",
                                "internal.flow.ListsKeys")),
                new Case(rooms.onlyMetricsKnowsMicrometer(), broken.onlyMetricsKnowsMicrometer(),
                        List.of("internal.engine.Counts")),
                new Case(rooms.onlyTheServerServesHttp(), broken.onlyTheServerServesHttp(),
                        List.of("internal.engine.ServesHttp")),
                new Case(rooms.onlyTheEdgesCallHttp(), broken.onlyTheEdgesCallHttp(),
                        List.of("internal.engine.CallsHttp")),
                new Case(habits.onlyTheEngineRoomsStartThreads(), bad.onlyTheEngineRoomsStartThreads(),
                        List.of("web.StartsThreads.platform", "web.StartsThreads.virtual", "web.StartsThreads.builder",
                                "web.StartsThreads.pool", "web.StartsThreads.async", "web.StartsThreads.timer")),
                new Case(habits.nobodyDeserialisesJava(), bad.nobodyDeserialisesJava(),
                        List.of("flow.Deserialises.java", "flow.Deserialises.jackson", "flow.Deserialises.redis")),
                new Case(habits.packagesAreNullMarked(), bad.packagesAreNullMarked(), List.of("util.Unmarked")),
                new Case(habits.packagesAreNamedByPurpose(), bad.packagesAreNamedByPurpose(),
                        List.of("util.Unmarked")));
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void packageUsesOnlyWhatItSays(Room room) {
        new Rooms("io.bulkaction").usesOnlyWhatItSays(room).check(CODE);
    }

    @Test
    void aPackageThatUsesMoreThanItSaysIsFound() {
        Rooms rooms = new Rooms(FIXTURE);
        List<String> found = Room.of(Path.of("src/test/java"), FIXTURE).stream()
                .flatMap(room -> rooms.usesOnlyWhatItSays(room).evaluate(BROKEN).getFailureReport().getDetails()
                        .stream())
                .toList();
        assertThat(found)
                .anySatisfy(detail -> assertThat(detail).contains("internal.flow.Trespasser", "engine.Neighbour"))
                .noneSatisfy(
                        detail -> assertThat(detail).startsWith("Method <" + FIXTURE + ".internal.engine.Neighbour"));
    }

    static List<Room> rooms() {
        return Room.of(Path.of("src/main/java"), "io.bulkaction");
    }
}
