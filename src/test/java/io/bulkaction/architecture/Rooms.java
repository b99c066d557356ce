package io.bulkaction.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/**
 * Who may use whom.
 *
 * @param base the package of the API; a parameter, so that the rules can be shown code that breaks them
 */
record Rooms(String base) {

    /** Only what the {@code package-info} names, itself, the API and libraries. */
    ArchRule usesOnlyWhatItSays(Room room) {
        String[] allowed = Stream.concat(Stream.of(base, room.name()), room.mayUse().stream()).toArray(String[]::new);
        return classes().that().resideInAPackage(room.name())
                .should().onlyDependOnClassesThat(resideInAnyPackage(allowed).or(resideOutsideOfPackage(base + "..")))
                .as(room.name() + " uses only what its package-info says");
    }

    ArchRule apiMentionsNothingInternal() {
        return noClasses().that().resideInAnyPackage(base, base + ".spi..")
                .should().dependOnClassesThat().resideInAnyPackage(base + ".internal..", base + ".server..")
                .as("the API mentions nothing internal");
    }

    /** What makes it work may; what an application imports may not. */
    ArchRule testKitShowsNothingInternal() {
        return noClasses().that().resideInAPackage(base + ".test").and().arePublic()
                .should().dependOnClassesThat().resideInAnyPackage(base + ".internal..", base + ".server..")
                .as("the test kit shows nothing internal");
    }

    ArchRule examplesUseOnlyTheApi(String examples) {
        return noClasses().that().resideInAPackage(examples + "..")
                .should().dependOnClassesThat().resideInAnyPackage(base + ".internal..", base + ".server..")
                .as("the examples use only the API, the SPI and the test kit");
    }

    ArchRule libraryKnowsNoServer() {
        return noClasses().that().resideOutsideOfPackage(base + ".server..")
                .should().dependOnClassesThat().resideInAPackage(base + ".server..")
                .as("only the server knows the server");
    }

    /** The loop needs nothing but the JDK, so that anybody can read it alone. */
    ArchRule loopNeedsOnlyTheJdk() {
        String loop = base + ".internal.loop";
        return classes().that().resideInAPackage(loop)
                .should().onlyDependOnClassesThat(resideInAnyPackage(loop, "java..", "org.jspecify..", "org.slf4j.."))
                .as("loop needs only the JDK");
    }

    ArchRule haveNoCycles() {
        return slices().matching(base + ".(internal|server).(**)").should().beFreeOfCycles()
                .as("packages have no cycles");
    }

    /** A gateway is a class with a {@code RedisQueue}, or that asks one for its keys: it lives in the slice of the work. */
    ArchRule onlyGatewaysTalkToRedis() {
        return noClasses().that(describe("are no gateway", type -> !isGateway(type)))
                .and().resideOutsideOfPackages(base + ".internal.redis..", base + ".internal.boot", base + ".server")
                .should().dependOnClassesThat(resideInAnyPackage(
                        "org.springframework.data.redis..", "org.springframework.boot.data.redis..", "io.lettuce..",
                        "redis.embedded..").or(namedKeys()))
                .as("only gateways know Lettuce and the names of keys");
    }

    private DescribedPredicate<JavaClass> namedKeys() {
        return describe("Key and Keys", type -> type.getName().matches(base + "\\.internal\\.redis\\.Keys?"));
    }

    private boolean isGateway(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
        }
        String redisQueue = base + ".internal.redis.RedisQueue";
        return outermost.getFields().stream().anyMatch(field -> field.getRawType().getName().equals(redisQueue))
                || outermost.getMethodCallsFromSelf().stream().anyMatch(call -> call.getName().equals("keys")
                        && call.getTargetOwner().getName().equals(redisQueue));
    }

    ArchRule onlyMetricsKnowsMicrometer() {
        return noClasses().that().resideOutsideOfPackages(base + ".internal.boot", base + ".internal.metrics..")
                .should().dependOnClassesThat().resideInAnyPackage("io.micrometer..", "io.prometheus..")
                .as("only metrics knows Micrometer");
    }

    ArchRule onlyTheServerServesHttp() {
        return noClasses().that().resideInAPackage(base + "..")
                .and().resideOutsideOfPackages(base + ".internal.web..", base + ".server..")
                .should().dependOnClassesThat().resideInAnyPackage(
                        "org.springframework.web.servlet..", "org.springframework.web.bind..",
                        "org.springframework.web.filter..", "org.springframework.security..", "jakarta.servlet..",
                        "org.springframework.boot.webmvc..", "org.apache.catalina..")
                .as("only web and the server serve HTTP");
    }

    /** Whoever calls an address that somebody else names does it through outbound, which guards it. */
    ArchRule onlyTheEdgesCallHttp() {
        return noClasses().that().resideInAPackage(base + "..")
                .and()
                .resideOutsideOfPackages(base + ".server..", base + ".internal.web..", base + ".internal.builtin..")
                .should().dependOnClassesThat().resideInAnyPackage(
                        "java.net.http..", "org.springframework.http..", "org.springframework.web.client..",
                        "org.springframework.web.reactive..", "org.apache.hc..")
                .orShould().dependOnClassesThat().belongToAnyOf(
                        java.net.URLConnection.class, java.net.HttpURLConnection.class)
                .as("only web, the server, built-in processors and outbound call HTTP");
    }
}
