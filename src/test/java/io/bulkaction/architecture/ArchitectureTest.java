package io.bulkaction.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule holds for the code and catches the fixture that breaks it: a rule that cannot fail is none. */
class ArchitectureTest {

    private static final String FIXTURE = "io.bulkaction.architecture.fixture";

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.bulkaction");

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
        Stream<Case> neighbours = Rooms.names().map(room -> new Case(
                rooms.usesOnlyItsNeighbours(room), broken.usesOnlyItsNeighbours(room), List.of(room + ".Trespasser")));
        Stream<Case> pure = Stream.of("job", "loop").map(room -> new Case(
                rooms.needsOnlyTheJdk(room), broken.needsOnlyTheJdk(room), List.of(room + ".NeedsALibrary")));
        Stream<Case> others = Stream.of(
                new Case(rooms.haveNoCycles(), broken.haveNoCycles(), List.of("Slice processor")),
                new Case(rooms.onlyQueueKnowsRedis(), broken.onlyQueueKnowsRedis(),
                        List.of("web.TalksRedis", "operate.TalksLettuce")),
                new Case(rooms.onlyMetricsKnowsMicrometer(), broken.onlyMetricsKnowsMicrometer(),
                        List.of("engine.Counts")),
                new Case(rooms.onlyWebServesHttp(), broken.onlyWebServesHttp(), List.of("submit.ServesHttp")),
                new Case(rooms.onlyTheEdgesCallHttp(), broken.onlyTheEdgesCallHttp(),
                        List.of("engine.CallsHttp", "processor.CallsHttp", "group.CallsHttp", "operate.CallsHttp")),
                new Case(habits.onlyTheEngineRoomsStartThreads(), bad.onlyTheEngineRoomsStartThreads(),
                        List.of("web.StartsThreads.platform", "web.StartsThreads.virtual", "web.StartsThreads.builder",
                                "web.StartsThreads.pool", "web.StartsThreads.async", "web.StartsThreads.timer")),
                new Case(habits.nobodyDeserialisesJava(), bad.nobodyDeserialisesJava(),
                        List.of("queue.Deserialises.java", "queue.Deserialises.jackson", "queue.Deserialises.redis")),
                new Case(habits.packagesAreNullMarked(), bad.packagesAreNullMarked(), List.of("util.Unmarked")),
                new Case(habits.packagesAreNamedByPurpose(), bad.packagesAreNamedByPurpose(),
                        List.of("util.Unmarked")));
        return Stream.of(neighbours, pure, others).flatMap(cases -> cases);
    }
}
