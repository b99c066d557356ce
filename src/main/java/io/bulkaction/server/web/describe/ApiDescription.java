package io.bulkaction.server.web.describe;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.web.problem.Problem;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.NumberSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.ParameterCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The calls as OpenAPI at {@code /v3/api-docs}, for programs that make clients of it. Parameters and answers are read from
 * the controllers; what these cannot say is added here.
 */
@Configuration(proxyBeanMethods = false)
class ApiDescription {

    private static final Set<Class<?>> IDS = Set.of(QueueName.class, GroupId.class, JobId.class, TenantId.class);

    private static final String PROBLEM = "application/problem+json";

    ApiDescription() {
        SpringDocUtils types = SpringDocUtils.getConfig().addRequestWrapperToIgnore(Actor.class);
        IDS.forEach(id -> types.replaceWithClass(id, String.class));
    }

    @Bean
    OpenAPI openApi(ObjectProvider<BuildProperties> build) {
        BuildProperties version = build.getIfAvailable();
        return new OpenAPI()
                .info(new Info()
                        .title("bulk-action")
                        .version(version == null ? "" : version.getVersion())
                        .description(
                                "Many small jobs for many customers, fairly. Rules, examples and codes: docs/api.md."))
                .components(new Components()
                        .addSecuritySchemes("basic", scheme("basic"))
                        .addSecuritySchemes("bearer", scheme("bearer")))
                .addSecurityItem(new SecurityRequirement().addList("basic"))
                .addSecurityItem(new SecurityRequirement().addList("bearer"));
    }

    /** Parameters have a converter of their own, which a description cannot see. */
    @Bean
    ParameterCustomizer idsAreTexts() {
        return (parameter, method) -> IDS.contains(method.getParameterType())
                ? parameter.schema(new StringSchema())
                : parameter;
    }

    /** One path for a document and for streams of lines, which are read while they arrive. */
    @Bean
    OpenApiCustomizer submits() {
        return description -> description.getPaths().get("/api/bulk-actions").getPost().requestBody(new RequestBody()
                .required(true)
                .content(new Content()
                        .addMediaType("application/json", new MediaType().schema(submit()))
                        .addMediaType("application/x-ndjson", new MediaType().schema(
                                new StringSchema()
                                        .description("a line {" + String.join(", ", line()) + "} for each job; "
                                                + "groupId only where the request names none")))));
    }

    /** Every call may be refused, and always in the same form. */
    @Bean
    OpenApiCustomizer refusals() {
        return description -> {
            ModelConverters.getInstance(true).read(Problem.class)
                    .forEach((name, schema) -> description.getComponents().addSchemas(name, schema));
            Content problem = new Content().addMediaType(
                    PROBLEM, new MediaType().schema(new Schema<>().$ref("#/components/schemas/Problem")));
            description.getPaths().values().stream()
                    .flatMap(path -> path.readOperations().stream())
                    .map(Operation::getResponses)
                    .forEach(answers -> answers.addApiResponse(
                            "default",
                            new ApiResponse().description("refused; rely on its code").content(problem)));
        };
    }

    /** The fields of a line. */
    static List<String> line() {
        return Stream.concat(Stream.of("groupId"), job().getProperties().keySet().stream()).toList();
    }

    private static SecurityScheme scheme(String name) {
        return new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme(name);
    }

    /** What a submit is read from is not what the controller gets. */
    static Schema<?> submit() {
        Schema<?> submit = new ObjectSchema();
        submit.setRequired(List.of("groupId", "processorType", "jobs"));
        texts(submit, "queue", "groupId", "processorType", "priorityLevel", "sendingWindow", "callbackUrl", "startAt",
                "delay",
                "expiresAt", "ttl");
        List.of("basePriority", "maxRps", "maxConcurrency", "weight")
                .forEach(name -> submit.addProperty(name, new NumberSchema()));
        return submit
                .addProperty("labels", map())
                .addProperty("metadata", map())
                .addProperty("after", new ArraySchema().items(condition()))
                .addProperty("sealed", new BooleanSchema())
                .addProperty("jobs", new ArraySchema().items(job()));
    }

    static Schema<?> job() {
        Schema<?> job = texts(new ObjectSchema(), "jobId", "runAt", "delay", "expiresAt", "ttl")
                .addProperty("payload", new Schema<>())
                .addProperty("metadata", map());
        job.setRequired(List.of("payload"));
        return job;
    }

    /** Of a run that has to end first. */
    private static Schema<?> condition() {
        Schema<?> condition = texts(new ObjectSchema(), "queue", "groupId", "when");
        condition.setRequired(List.of("groupId"));
        return condition;
    }

    private static Schema<?> texts(Schema<?> object, String... names) {
        Stream.of(names).forEach(name -> object.addProperty(name, new StringSchema()));
        return object;
    }

    private static Schema<?> map() {
        Schema<?> map = new ObjectSchema();
        map.setAdditionalProperties(new StringSchema());
        return map;
    }
}
