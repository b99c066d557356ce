package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.PriorityLevel;
import io.bulkaction.server.web.security.SecuritySettings.Role;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class SecuritySettingsTest {

    private static final String PREFIX = "bulk-action.security.";

    private final ApplicationContextRunner context = new ApplicationContextRunner().withUserConfiguration(Bound.class);

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({SecuritySettings.class, SsoSettings.class})
    static class Bound {}

    @Test
    void byDefaultThereIsNoUserAndNoApiTokenButLimitsOnLogins() {
        context.run(started -> {
            SecuritySettings settings = started.getBean(SecuritySettings.class);
            assertThat(settings.users()).isEmpty();
            assertThat(settings.tokens()).isEmpty();
            assertThat(settings.login())
                    .isEqualTo(new SecuritySettings.Login(
                            5, Duration.ofSeconds(10), Duration.ofMinutes(15), Duration.ofHours(1),
                            Duration.ofHours(12), 50, 10_000,
                            new SecuritySettings.Budget(30, 50, 100, Duration.ofMinutes(10)),
                            new SecuritySettings.Checks(1, 20)));
        });
    }

    @Test
    void usersAndApiTokensAreReadByName() {
        context.withPropertyValues(
                PREFIX + "users.ann.password=plain secret",
                PREFIX + "users.ann.roles=ADMIN,SUBMITTER",
                PREFIX + "users.[a@b.c].password={bcrypt}" + "$2a$10$" + "x".repeat(53),
                PREFIX + "users.[a@b.c].roles=submitter",
                PREFIX + "tokens.feeder.token=0123456789abcdef",
                PREFIX + "tokens.feeder.roles=SUBMITTER")
                .run(started -> {
                    SecuritySettings settings = started.getBean(SecuritySettings.class);
                    assertThat(settings.users().get("ann").roles()).containsOnly(Role.ADMIN, Role.SUBMITTER);
                    assertThat(settings.users().get("ann").isHashed()).isFalse();
                    assertThat(settings.users().get("a@b.c").hash()).startsWith("$2a$10$x");
                    assertThat(settings.toString()).doesNotContain("secret", "$2a", "0123456789abcdef");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "users.ann.password=long enough secret|roles",
        "users.ann.password=secret word|password must have at least 12 characters",
        "users.ann.password={noop}secret word|password must have at least 12 characters",
        "users.ann.password={argon2}$argon2id$v=19$secret|begins like an encoding that is not supported",
        "users.ann.roles=ADMIN|password",
        "users.ann.password={bcrypt}secret|password must be",
        "tokens.m.token=secret|token must have at least 16 characters",
        "tokens.m.token=secret with spaces in it|and no spaces",
        "tokens.m.token={sha256}secret|a hash of 64 hex digits",
        "tokens.m.groups=a*b|a star that is not at its end",
        "masked-fields=token|is not a path such as",
        "login.longest-lock=2h|forgetAfter",
        "login.first-lock=16m|longestLock",
        "login.failures-before-lock=0|failures-before-lock",
        "login.checks.concurrent=0|concurrent",
        "login.budget.per-address=0|per-address",
    })
    void aBadValueStopsTheStartAndIsNamed(String property, String named, CapturedOutput output) {
        String[] arguments = {"--" + PREFIX + property};
        SpringApplication application = new SpringApplication(Bound.class);
        application.setWebApplicationType(WebApplicationType.NONE);

        assertThat(catchStart(application, arguments)).isFalse();

        assertThat(output.toString()).contains("APPLICATION FAILED TO START", named).doesNotContain("secret");
    }

    @Test
    void anAdministratorWithAScopeStopsTheStart() {
        context.withPropertyValues(
                PREFIX + "tokens.m.token=0123456789abcdef", PREFIX + "tokens.m.roles=ADMIN",
                PREFIX + "tokens.m.groups=acme/*")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("an administrator may do everything"));
    }

    @Test
    void theStartNamesSubmittersThatAreKeptToNoGroups() {
        context.withPropertyValues(
                PREFIX + "tokens.low.token=0123456789abcdeh", PREFIX + "tokens.low.roles=SUBMITTER",
                PREFIX + "tokens.low.max-level=LOW",
                PREFIX + "sso.mappings[0].value=staff", PREFIX + "sso.mappings[0].roles=SUBMITTER",
                PREFIX + "sso.mappings[1].value=customers", PREFIX + "sso.mappings[1].roles=SUBMITTER",
                PREFIX + "sso.mappings[1].groups-claim=groups",
                PREFIX + "tokens.scoped.token=0123456789abcdef", PREFIX + "tokens.scoped.roles=SUBMITTER",
                PREFIX + "tokens.scoped.groups=acme/*",
                PREFIX + "tokens.open.token=0123456789abcdeg", PREFIX + "tokens.open.roles=SUBMITTER",
                PREFIX + "users.ann.password=long enough secret", PREFIX + "users.ann.roles=ADMIN,SUBMITTER",
                PREFIX + "users.sam.password=long enough secret", PREFIX + "users.sam.roles=SUBMITTER,VIEWER")
                .run(started -> assertThat(UnscopedSubmitters.of(
                        started.getBean(SecuritySettings.class), started.getBean(SsoSettings.class)))
                        .containsExactly("everybody with roles=staff", "low", "open", "sam"));
    }

    @Test
    void theStartNamesSubmittersWithGroupsThatUseTheNormalLevelAtMost() {
        context.withPropertyValues(
                PREFIX + "tokens.high.token=0123456789abcdeh", PREFIX + "tokens.high.roles=SUBMITTER",
                PREFIX + "tokens.high.groups=acme/*", PREFIX + "tokens.high.max-level=HIGH",
                PREFIX + "tokens.acme.token=0123456789abcdef", PREFIX + "tokens.acme.roles=SUBMITTER",
                PREFIX + "tokens.acme.groups=acme/*",
                PREFIX + "tokens.all.token=0123456789abcdeg", PREFIX + "tokens.all.roles=SUBMITTER",
                PREFIX + "users.vera.password=long enough secret", PREFIX + "users.vera.roles=VIEWER",
                PREFIX + "users.vera.groups=acme/*",
                PREFIX + "sso.mappings[0].value=customers", PREFIX + "sso.mappings[0].roles=SUBMITTER",
                PREFIX + "sso.mappings[0].groups-claim=groups")
                .run(started -> {
                    SecuritySettings settings = started.getBean(SecuritySettings.class);
                    assertThat(UnscopedSubmitters.keptToNormal(settings, started.getBean(SsoSettings.class)))
                            .containsExactly("acme", "everybody with roles=customers");
                    assertThat(settings.tokens().get("acme").rights().scope().maxLevel())
                            .isEqualTo(PriorityLevel.NORMAL);
                    assertThat(settings.tokens().get("high").rights().scope().maxLevel()).isEqualTo(PriorityLevel.HIGH);
                    assertThat(settings.tokens().get("all").rights().scope().isRestricted()).isFalse();
                });
    }

    @Test
    void aPasswordTooLongForBcryptStopsTheStart() {
        context.withPropertyValues(PREFIX + "users.ann.password=" + "한".repeat(25), PREFIX + "users.ann.roles=ADMIN")
                .run(started -> assertThat(started).hasFailed());
        context.withPropertyValues(PREFIX + "users.ann.password=" + "한".repeat(24), PREFIX + "users.ann.roles=ADMIN")
                .run(started -> assertThat(started).hasNotFailed());
    }

    @Test
    void aPasswordAfterNoopIsReadWithoutThePrefix() {
        context.withPropertyValues(PREFIX + "users.ann.password={noop}{just twelve", PREFIX + "users.ann.roles=ADMIN")
                .run(started -> {
                    SecuritySettings.User ann = started.getBean(SecuritySettings.class).users().get("ann");
                    assertThat(ann.plain()).isEqualTo("{just twelve");
                    assertThat(ann.isHashed()).isFalse();
                });
    }

    @Test
    void aUserAndAnApiTokenCannotHaveTheSameName() {
        context.withPropertyValues(
                PREFIX + "users.ann.password=long enough",
                PREFIX + "users.ann.roles=ADMIN",
                PREFIX + "tokens.ann.token=0123456789abcdef",
                PREFIX + "tokens.ann.roles=ADMIN")
                .run(started -> assertThat(started).hasFailed());
    }

    private static boolean catchStart(SpringApplication application, String... arguments) {
        try (var started = application.run(arguments)) {
            return started.isActive();
        } catch (RuntimeException e) {
            return false;
        }
    }
}
