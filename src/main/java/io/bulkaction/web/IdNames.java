package io.bulkaction.web;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.JobId;
import io.bulkaction.job.QueueName;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Ids are plain texts to a caller. */
@Configuration(proxyBeanMethods = false)
class IdNames {

    @Bean
    JacksonModule idsAsText() {
        return new SimpleModule("ids-as-text")
                .addSerializer(QueueName.class, ToStringSerializer.instance)
                .addSerializer(GroupId.class, ToStringSerializer.instance)
                .addSerializer(JobId.class, ToStringSerializer.instance);
    }
}
