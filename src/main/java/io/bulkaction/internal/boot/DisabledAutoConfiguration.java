package io.bulkaction.internal.boot;

import io.bulkaction.BulkActionService;
import java.lang.reflect.Proxy;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/** All that is left of bulk-action where it is switched off: beans that want a {@link BulkActionService} can be made. */
@AutoConfiguration
@ImportRuntimeHints(BulkActionHints.class)
@ConditionalOnBooleanProperty(name = "bulk-action.enabled", havingValue = false)
class DisabledAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    BulkActionService bulkActionService() {
        Class<?>[] type = {BulkActionService.class};
        return (BulkActionService) Proxy.newProxyInstance(
                BulkActionService.class.getClassLoader(), type,
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "BulkActionService, switched off";
                    default -> throw new IllegalStateException(
                            "bulk-action is switched off (bulk-action.enabled=false), so " + method.getName()
                                    + " does nothing");
                });
    }
}
