package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.internal.flow.GroupOwner;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.flow.Submitter;
import io.bulkaction.internal.web.access.AccountUses;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.PrivateRedis;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** Accounts of every kind on the page and in the metrics, where those are not open to everybody. */
@Execution(ExecutionMode.SAME_THREAD)
class QuotaMetersIT {

    private static final Quota FIVE_JOBS = new Quota(5L, null, null, 100.0);

    private static PrivateRedis redis;
    private static ConfigurableApplicationContext service;
    private static HttpCalls calls;

    @BeforeAll
    static void start() {
        redis = PrivateRedis.start();
        service = SpringApplication.run(
                BulkActionApplication.class,
                "--server.port=0",
                "--spring.data.redis.host=127.0.0.1",
                "--spring.data.redis.port=" + redis.port(),
                "--bulk-action.engine.enabled=false",
                "--bulk-action.security.open-metrics=false",
                "--bulk-action.metrics.top-groups=2",
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN",
                "--bulk-action.security.tokens.configured.token=configured-token-0123456789",
                "--bulk-action.security.tokens.configured.roles=SUBMITTER",
                "--bulk-action.security.tokens.configured.quota.groups=3");
        calls = new HttpCalls(Integer.parseInt(service.getEnvironment().getProperty("local.server.port", "")));
    }

    @AfterAll
    static void stop() {
        service.close();
        redis.close();
    }

    @Test
    void accountsOfSettingsOfTokensAndOfAnIdentityProviderAreListedAndMeasured() throws Exception {
        calls.post("/admin/tokens", "{\"name\": \"made\", \"roles\": [\"SUBMITTER\"], \"quota\": {\"bytes\": 100}}");
        submit("sso:kim", "a");
        submit("sso:kim", "b");

        await().untilAsserted(() -> assertThat(items().findValuesAsString("account"))
                .containsExactly("configured", "made", "sso:kim"));
        JsonNode kim = items().path(2);
        assertThat(kim.path("jobs").asLong()).isEqualTo(2);
        assertThat(kim.path("submits").asLong()).isEqualTo(2);
        assertThat(kim.path("allowed").path("jobs").asLong()).isEqualTo(5);
        await().untilAsserted(() -> assertThat(calls.get("/actuator/prometheus").text())
                .contains("bulk_action_quota_accounts 3")
                .contains("bulk_action_quota_used{account=\"sso:kim\",kind=\"jobs\"} 2")
                .contains("bulk_action_quota_allowed{account=\"sso:kim\",kind=\"submits_per_second\"} 100")
                .contains("bulk_action_quota_submits_total{account=\"sso:kim\"} 2")
                .contains("bulk_action_quota_allowed{account=\"made\",kind=\"bytes\"} 100")
                .contains("bulk_action_quota_used{account=\"configured\",kind=\"groups\"} 0")
                .doesNotContain("account=\"configured\",kind=\"jobs\""));

        service.getBean(BulkActionService.class).cancel("default", "a", "");
        service.getBean(BulkActionService.class).cancel("default", "b", "");
        await().untilAsserted(() -> assertThat(items().findValuesAsString("account"))
                .as("has nothing any more").containsExactly("configured", "made"));
    }

    @Test
    void groupsAreNamedAsManyAsTheSettingsSay() throws Exception {
        for (int jobs = 1; jobs <= 3; jobs++) {
            service.getBean(BulkActionService.class).submitNow(request("g-" + jobs, jobs));
        }

        await().untilAsserted(() -> assertThat(calls.get("/actuator/prometheus").text())
                .contains("bulk_action_group_pending_jobs{groupId=\"g-3\",queue=\"default\"} 3")
                .contains("bulk_action_group_pending_jobs{groupId=\"g-2\",queue=\"default\"} 2")
                .doesNotContain("groupId=\"g-1\""));
        for (int jobs = 1; jobs <= 3; jobs++) {
            service.getBean(BulkActionService.class).cancel("default", "g-" + jobs, "");
        }
    }

    @Test
    void howeverManyAskAndHoweverManyAccountsThereAreRedisIsAskedOnce() {
        AccountUses uses = service.getBean(AccountUses.class);
        await().until(() -> redis.costOf(uses::all).commands() > 0);

        PrivateRedis.Cost others = redis.costOf(() -> IntStream.range(0, 100).forEach(i -> uses.all()));

        assertThat(others.commands()).as("a hundred more within two seconds").isLessThan(100);
    }

    private static JsonNode items() {
        return calls.get("/admin/quotas").json().path("items");
    }

    private static void submit(String account, String group) throws Exception {
        new Submitter(new GroupOwner(account, ""), null, FIVE_JOBS)
                .call(() -> service.getBean(BulkActionService.class).submitNow(request(group, 1)));
    }

    private static BulkActionRequest request(String group, int jobs) {
        return BulkActionRequest.to("default", group).processor("SIMULATE")
                .jobs(Collections.nCopies(jobs, JobRequest.of("{}"))).build();
    }
}
