package io.bulkaction.internal.handler;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Tells a native image which methods are handlers, and what their payloads are read into. */
final class HandlerHints implements BeanFactoryInitializationAotProcessor {

    @Override
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beans) {
        return (context, code) -> {
            ReflectionHints hints = context.getRuntimeHints().reflection();
            Handlers.each(beans, (bean, type, method, annotation) -> {
                hints.registerMethod(method, ExecutableMode.INVOKE);
                HandlerMethod handler = HandlerMethod.of(type, method, annotation);
                if (handler.payload() != null) {
                    new BindingReflectionHintsRegistrar().registerReflectionHints(hints, handler.payload());
                }
            });
        };
    }
}
