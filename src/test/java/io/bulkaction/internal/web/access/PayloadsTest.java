package io.bulkaction.internal.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.run.GroupService;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PayloadsTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @Test
    void whatAggregatorsMadeOfResultsIsShownAsResultsAre() {
        GroupResult result = result("{\"sent\": 3, \"last\": {\"token\": \"secret\"}}");

        assertThat(data(result, PayloadView.ALL)).isEqualTo(result.data().get("MAIL"));
        assertThat(data(result, PayloadView.NONE).isNull()).isTrue();
        JsonNode masked = data(result, new PayloadView(true, List.of(MaskedPath.of("$.last.token"))));
        assertThat(masked.path("last").path("token").asString()).isEqualTo("***");
        assertThat(masked.path("sent").asInt()).isEqualTo(3);
        assertThat(result.data().toString()).as("itself is not changed").contains("secret");
    }

    private static JsonNode data(GroupResult result, PayloadView view) {
        return payloads(view).ofOwn(result).data().get("MAIL");
    }

    private static Payloads payloads(PayloadView view) {
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("rights", new CallerRights() {

            @Override
            public @Nullable String name() {
                return "vera";
            }

            @Override
            public Set<Ability> abilities() {
                return Set.of();
            }

            @Override
            public Scope scope() {
                return Scope.EVERYTHING;
            }

            @Override
            public PayloadView payloads() {
                return PayloadView.NONE;
            }

            @Override
            public PayloadView ownPayloads() {
                return view;
            }
        });
        return new Payloads(
                new Callers(beans.getBeanProvider(CallerRights.class), beans.getBeanProvider(GroupService.class)));
    }

    private static GroupResult result(String data) {
        return new GroupResult(
                new QueueName("default"), new GroupId("june"), 1, 1, GroupStatus.COMPLETED, 3, 3, 0, 0, 0, 0, 1.0,
                new GroupResult.Durations(0, 0, 0, 0, 0, 0, 0), List.of(), Instant.EPOCH, null, null, null,
                Map.of("MAIL", JSON.readTree(data)));
    }
}
