package io.bulkaction.internal.boot;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import tools.jackson.databind.json.JsonMapper;

/** What payloads and results are written and read with: the application's own mapper. */
record HostJson(JsonMapper mapper) {

    private static final Logger log = LoggerFactory.getLogger(HostJson.class);

    /**
     * @param mappers the application may have none, or several
     * @param builder as Spring Boot sets it up from {@code spring.jackson.*}
     */
    static HostJson of(ObjectProvider<JsonMapper> mappers, ObjectProvider<JsonMapper.Builder> builder) {
        JsonMapper own = mappers.getIfUnique();
        if (own != null) {
            return new HostJson(own);
        }
        if (mappers.stream().findAny().isPresent()) {
            log.info(
                    "There are several JsonMapper beans and none of them is primary: payloads and results are written and read"
                            + " as spring.jackson.* says, because bulk-action.json-mapper names none");
        }
        JsonMapper.Builder configured = builder.getIfUnique();
        return new HostJson(configured == null ? JsonMapper.shared() : configured.build());
    }
}
