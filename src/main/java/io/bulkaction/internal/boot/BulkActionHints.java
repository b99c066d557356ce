package io.bulkaction.internal.boot;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupResult;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image must be told of: files that are read by name, and types that are met only at run time. */
final class BulkActionHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        hints.resources()
                .registerPattern("lua/**/*.lua")
                .registerPattern("META-INF/spring-configuration-metadata.json")
                .registerPattern("io/bulkaction/internal/explain/sentences*.properties");
        // where bulk-action is switched off
        hints.proxies().registerJdkProxy(BulkActionService.class);
        // written as JSON into Redis and into callbacks
        new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), GroupResult.class);
    }
}
