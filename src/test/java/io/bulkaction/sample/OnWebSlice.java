package io.bulkaction.sample;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.core.annotation.AliasFor;

/** A test on {@link WebSlice}, with an administrator {@code ann}, a submitter {@code sam} and two machines. */
@Retention(RetentionPolicy.RUNTIME)
@AutoConfigureMockMvc
@SpringBootTest(classes = WebSlice.class, properties = {
    "bulk-action.security.users.ann.password=correct horse",
    "bulk-action.security.users.ann.roles=ADMIN",
    // "battery staple"
    "bulk-action.security.users.sam.password="
            + "{bcrypt}$2a$04$Hzc4pfJR19owIXTCzDsXL.G5uYsVIcZRC3MlkcHBc6kZLYJROMV82",
    "bulk-action.security.users.sam.roles=SUBMITTER",
    "bulk-action.security.tokens.operator.token=" + OnWebSlice.OPERATOR_TOKEN,
    "bulk-action.security.tokens.operator.roles=ADMIN",
    "bulk-action.security.tokens.feeder.token=" + OnWebSlice.FEEDER_TOKEN,
    "bulk-action.security.tokens.feeder.roles=SUBMITTER",
    "bulk-action.requests.max-size=2KB",
})
@Execution(ExecutionMode.SAME_THREAD)
public @interface OnWebSlice {

    @AliasFor(annotation = SpringBootTest.class)
    WebEnvironment webEnvironment() default WebEnvironment.MOCK;

    String ADMIN = "ann";
    String ADMIN_PASSWORD = "correct horse";
    String SUBMITTER = "sam";
    String SUBMITTER_PASSWORD = "battery staple";
    String OPERATOR_TOKEN = "operator-token-0123456789";
    String FEEDER_TOKEN = "feeder-token-0123456789";
}
