package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.settings.Defaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The manifests for Kubernetes are valid, and fit the service and each other. */
class KubernetesTest {

    private static final Path DIRECTORY = Path.of("src/kubernetes");
    private static final JsonNode DEPLOYMENT = manifest("Deployment");
    private static final JsonNode POD = DEPLOYMENT.at("/spec/template/spec");
    private static final JsonNode CONTAINER = POD.at("/containers/0");
    private static final JsonNode SCALED = manifest("ScaledObject");

    @ParameterizedTest
    @CsvSource({"Deployment, kubernetes_apps_Deployment", "Service, kubernetes_core_Service",
        "PodDisruptionBudget, kubernetes_policy_v1_PodDisruptionBudget"})
    void manifestKeepsToTheSchemaOfItsKind(String kind, String schema) {
        assertThat(KubernetesSchema.problems(yaml(kind), schema)).isEmpty();
    }

    @Test
    void whatBreaksTheSchemaIsFound() {
        Map<String, Object> broken = new Yaml().load("""
                spec: {replicas: two, template: {spec: {containers: [{nam: a, ports: [{containerPort: "80"}]}]}}}""");
        assertThat(KubernetesSchema.problems(broken, "kubernetes_apps_Deployment")).containsExactlyInAnyOrder(
                ".spec.replicas must be integer",
                ".spec.template.spec.containers[].nam is unknown",
                ".spec.template.spec.containers[].ports[].containerPort must be integer");
    }

    /** Its schema is not published as a library; these are all the fields that it has where we use some. */
    @Test
    void theScaledObjectUsesOnlyFieldsThatKedaKnows() {
        assertThat(SCALED.path("apiVersion").asString()).isEqualTo("keda.sh/v1alpha1");
        assertThat(SCALED.path("spec").propertyNames()).isSubsetOf(
                "scaleTargetRef", "pollingInterval", "cooldownPeriod", "minReplicaCount", "maxReplicaCount", "advanced",
                "triggers", "fallback", "idleReplicaCount", "initialCooldownPeriod");
        assertThat(SCALED.at("/spec/advanced").propertyNames()).isSubsetOf(
                "horizontalPodAutoscalerConfig", "restoreToOriginalReplicaCount", "scalingModifiers");
        assertThat(SCALED.at("/spec/triggers/0").propertyNames()).isSubsetOf(
                "type", "metadata", "name", "authenticationRef", "metricType", "useCachedMetrics");
        assertThat(SCALED.at("/spec/triggers/0/metadata").valueStream()).allMatch(JsonNode::isString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"startupProbe", "livenessProbe", "readinessProbe"})
    void probesAskThePortThatAnswersEvenIfTheOtherIsFull(String probe) {
        assertThat(CONTAINER.path(probe).at("/httpGet/port").asString()).isEqualTo("management");
        assertThat(CONTAINER.path(probe).at("/httpGet/path").asString())
                .isEqualTo("/actuator/health/" + (probe.equals("readinessProbe") ? "readiness" : "liveness"));
        assertThat(port("management")).isEqualTo(Integer.parseInt(variable("MANAGEMENT_SERVER_PORT")));
    }

    @Test
    void anInstanceHasTheTimeToFinishWhatItRuns() {
        Duration grace = Defaults.queue().workerPool().shutdownGracePeriod();
        int preStop = CONTAINER.at("/lifecycle/preStop/sleep/seconds").asInt();
        assertThat(POD.path("terminationGracePeriodSeconds").asLong())
                .isGreaterThanOrEqualTo(preStop + grace.plusSeconds(30).toSeconds());
    }

    @Test
    void everythingSelectsThePodsOfTheDeployment() {
        JsonNode labels = DEPLOYMENT.at("/spec/template/metadata/labels");
        assertThat(DEPLOYMENT.at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(manifest("Service").at("/spec/selector")).isEqualTo(labels);
        assertThat(manifest("PodDisruptionBudget").at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(SCALED.at("/spec/scaleTargetRef/name")).isEqualTo(DEPLOYMENT.at("/metadata/name"));
        assertThat(manifest("Service").at("/spec/ports/0/targetPort").asString()).isEqualTo("http");
        assertThat(port("http")).isEqualTo(8080);
    }

    @Test
    void oneInstanceMayGoWithoutTheOthers() {
        int unavailable = manifest("PodDisruptionBudget").at("/spec/maxUnavailable").asInt();
        assertThat(unavailable).isPositive();
        assertThat(DEPLOYMENT.at("/spec/replicas").asInt()).isGreaterThan(unavailable);
        assertThat(SCALED.at("/spec/minReplicaCount").asInt()).isGreaterThan(unavailable);
    }

    /** With a threshold above the workers of one instance there would never be a second. */
    @Test
    void busyWorkersAskForAnotherInstanceBeforeAllAreBusy() {
        assertThat(Integer.parseInt(SCALED.at("/spec/triggers/0/metadata/threshold").asString()))
                .isBetween(1, Defaults.queue().workerPool().workerCount() - 1);
    }

    @Test
    void theContainerCanGainNoRightsAndWriteNothingOfItsImage() {
        JsonNode context = CONTAINER.path("securityContext");
        assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(context.at("/capabilities/drop/0").asString()).isEqualTo("ALL");
        assertThat(POD.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(POD.path("automountServiceAccountToken").asBoolean(true)).isFalse();
    }

    private static int port(String name) {
        return CONTAINER.path("ports").valueStream()
                .filter(port -> port.path("name").asString().equals(name))
                .findFirst().orElseThrow().path("containerPort").asInt();
    }

    private static String variable(String name) {
        return CONTAINER.path("env").valueStream()
                .filter(variable -> variable.path("name").asString().equals(name))
                .findFirst().orElseThrow().path("value").asString();
    }

    private static JsonNode manifest(String kind) {
        return JsonMapper.builder().build().valueToTree(yaml(kind));
    }

    private static Map<String, Object> yaml(String kind) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (String file : List.of("bulk-action.yaml", "keda.yaml")) {
            try {
                for (Object document : new Yaml().loadAll(Files.readString(DIRECTORY.resolve(file)))) {
                    @SuppressWarnings("unchecked")
                    Map<String, Object> fields = (Map<String, Object>) document;
                    all.add(fields);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return all.stream().filter(document -> kind.equals(document.get("kind"))).findFirst().orElseThrow();
    }
}
