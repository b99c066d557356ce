package io.bulkaction.internal.boot;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupResult;
import io.bulkaction.internal.settings.ProcessorSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/** What a native image must be told of: files that are read by name, and types that are met only at run time. */
final class BulkActionHints implements RuntimeHintsRegistrar {

    private static final String INTERNAL = "io.bulkaction.internal.";

    /** Written as JSON into Redis or a database, or read from there, from payloads and from answers. Most are nobody else's business. */
    private static final List<String> JSON = List.of(
            "builtin.email.MailPayload",
            "builtin.http.HttpPayload",
            "builtin.nas.NasPayload",
            "builtin.order.CancelPayload",
            "builtin.push.PushPayload",
            "builtin.push.ServiceAccount$KeyFile",
            "builtin.push.ServiceAccountTokens$Grant",
            "builtin.simulate.SimulatePlan",
            "operate.Task$View",
            "operate.alert.AlertRecord$Stored",
            "operate.history.History$Stored",
            "operate.recur.HttpJobs$Line",
            "operate.recur.RecurringAction",
            "operate.recur.RecurringState",
            "operate.sending.SendingWindow",
            "outbox.StoredRequest",
            "run.RunRecord");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.resources()
                .registerPattern("lua/**/*.lua")
                .registerPattern("META-INF/spring-configuration-metadata.json")
                .registerPattern("io/bulkaction/internal/outbox/schema.sql")
                .registerPattern("io/bulkaction/internal/explain/sentences*.properties")
                .registerResourceBundle("io.bulkaction.internal.explain.sentences");
        // where bulk-action is switched off
        hints.proxies().registerJdkProxy(BulkActionService.class);
        BindingReflectionHintsRegistrar bindings = new BindingReflectionHintsRegistrar();
        bindings.registerReflectionHints(hints.reflection(), GroupResult.class, GroupCompletedEvent.class);
        JSON.forEach(name -> bindings.registerReflectionHints(
                hints.reflection(), ClassUtils.resolveClassName(INTERNAL + name, loader)));
        hints.reflection().registerType(
                TypeReference.of(INTERNAL + "run.ResultJson$TextId"), MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        // bound by name for each type of processor, not as the properties of a bean
        BindableRuntimeHintsRegistrar.forTypes(ProcessorSettings.class).registerHints(hints);
    }
}
