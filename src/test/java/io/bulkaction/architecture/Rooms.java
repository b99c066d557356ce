package io.bulkaction.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Who may use whom. The root package may use every room; no room may use the root.
 *
 * @param base the package that holds the rooms; a parameter, so that the rules can be shown code that breaks them
 */
record Rooms(String base) {

    private static final Map<String, List<String>> MAY_USE = new TreeMap<>(Map.ofEntries(
            Map.entry("demo", List.of("submit", "operate", "group", "loop", "job", "settings")),
            Map.entry("web", List.of("submit", "operate", "group", "engine", "queue", "job", "settings")),
            Map.entry("submit", List.of("group", "queue", "job", "settings")),
            Map.entry("operate", List.of("group", "queue", "outbound", "loop", "job", "settings")),
            Map.entry("engine", List.of("processor", "queue", "metrics", "loop", "job", "settings")),
            Map.entry("group", List.of("queue", "metrics", "outbound", "loop", "job", "settings")),
            Map.entry("processor", List.of("outbound", "job", "settings")),
            Map.entry("queue", List.of("job", "settings")),
            Map.entry("metrics", List.of("job", "settings")),
            Map.entry("settings", List.of("outbound", "job")),
            Map.entry("outbound", List.of()),
            Map.entry("logging", List.of("job")),
            Map.entry("loop", List.of()),
            Map.entry("job", List.of())));

    static Stream<String> names() {
        return MAY_USE.keySet().stream();
    }

    /** A room uses itself, the rooms it may use, and libraries. */
    ArchRule usesOnlyItsNeighbours(String room) {
        String[] allowed = Stream.concat(Stream.of(room), MAY_USE.get(room).stream())
                .map(this::in)
                .toArray(String[]::new);
        return classes().that().resideInAPackage(in(room))
                .should().onlyDependOnClassesThat(resideInAnyPackage(allowed).or(resideOutsideOfPackage(base + "..")))
                .as(room + " may use " + MAY_USE.get(room));
    }

    /** The words and the loop need nothing but the JDK. */
    ArchRule needsOnlyTheJdk(String room) {
        return classes().that().resideInAPackage(in(room))
                .should().onlyDependOnClassesThat(resideInAnyPackage(in(room), "java..", "org.jspecify.."))
                .as(room + " needs only the JDK");
    }

    ArchRule haveNoCycles() {
        return slices().matching(base + ".(*)..").should().beFreeOfCycles().as("rooms have no cycles");
    }

    ArchRule onlyQueueKnowsRedis() {
        return noClasses().that().resideOutsideOfPackages(base, in("queue"))
                .should().dependOnClassesThat().resideInAnyPackage(
                        "org.springframework.data.redis..", "org.springframework.boot.data.redis..", "io.lettuce..",
                        "redis.embedded..")
                .as("only queue knows Redis");
    }

    ArchRule onlyMetricsKnowsMicrometer() {
        return noClasses().that().resideOutsideOfPackages(base, in("metrics"))
                .should().dependOnClassesThat().resideInAnyPackage("io.micrometer..", "io.prometheus..")
                .as("only metrics knows Micrometer");
    }

    ArchRule onlyWebServesHttp() {
        return noClasses().that().resideOutsideOfPackages(base, in("web"))
                .should().dependOnClassesThat().resideInAnyPackage(
                        "org.springframework.web.servlet..", "org.springframework.web.bind..",
                        "org.springframework.web.filter..", "org.springframework.security..", "jakarta.servlet..",
                        "org.springframework.boot.webmvc..", "org.apache.catalina..")
                .as("only web serves HTTP");
    }

    /** Whoever calls an address that somebody else names does it through outbound, which guards it. */
    ArchRule onlyTheEdgesCallHttp() {
        return noClasses().that().resideOutsideOfPackages(
                base, in("web"), base + ".processor.*..", in("outbound"))
                .should().dependOnClassesThat().resideInAnyPackage(
                        "java.net.http..", "org.springframework.http..", "org.springframework.web.client..",
                        "org.springframework.web.reactive..", "org.apache.hc..")
                .orShould().dependOnClassesThat().belongToAnyOf(
                        java.net.URLConnection.class, java.net.HttpURLConnection.class)
                .as("only web, built-in processors and outbound call HTTP");
    }

    private String in(String room) {
        return base + "." + room + "..";
    }
}
