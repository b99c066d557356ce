package io.bulkaction.internal.boot;

import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.run.CallbackPolicy;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.settings.CallbackSettings;
import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.spi.ResultAggregator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** What can be asked about groups; also where no worker runs. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "bulk-action.enabled", matchIfMissing = true)
@EnableConfigurationProperties(CallbackSettings.class)
class GroupAutoConfiguration {

    @Bean
    ResultAggregators bulkActionAggregators(ObjectProvider<ResultAggregator<?>> aggregators) {
        return new ResultAggregators(aggregators.orderedStream().toList());
    }

    @Bean
    @ConditionalOnRedisJobs
    GroupService bulkActionGroups(Queues queues, ResultAggregators aggregators) {
        return new GroupService(queues, aggregators);
    }

    @Bean
    CallbackPolicy bulkActionCallbackPolicy(CallbackSettings settings) {
        return new CallbackPolicy(settings.hostPolicy());
    }
}
