package io.bulkaction;

import io.bulkaction.group.GroupService;
import io.bulkaction.group.ResultAggregator;
import io.bulkaction.group.ResultAggregators;
import io.bulkaction.group.callback.CallbackPolicy;
import io.bulkaction.queue.Queues;
import io.bulkaction.settings.CallbackSettings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** What can be asked about groups; also where no worker runs. */
@AutoConfiguration
@EnableConfigurationProperties(CallbackSettings.class)
class GroupAutoConfiguration {

    @Bean
    ResultAggregators bulkActionAggregators(ObjectProvider<ResultAggregator<?>> aggregators) {
        return new ResultAggregators(aggregators.orderedStream().toList());
    }

    @Bean
    GroupService bulkActionGroups(Queues queues, ResultAggregators aggregators) {
        return new GroupService(queues, aggregators);
    }

    @Bean
    CallbackPolicy bulkActionCallbackPolicy(CallbackSettings settings) {
        return new CallbackPolicy(settings.hostPolicy());
    }
}
