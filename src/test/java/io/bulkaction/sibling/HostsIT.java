package io.bulkaction.sibling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobRequest;
import io.bulkaction.JobResult;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.bulkaction.internal.engine.Engine;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.RedisServer;
import io.bulkaction.testing.TestRedis;
import io.lettuce.core.ClientOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Applications that use Redis in their own way keep it when they use bulk-action too. */
@Timeout(600)
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(OutputCaptureExtension.class)
class HostsIT {

    /** Of a host that caches in its own memory, and has neither Spring Data nor what is only for our tests. */
    private static final Pattern NOT_IN_A_CACHING_HOST = Pattern.compile(
            "/[^/]*(data-redis|spring-data|jedis|webmvc|spring-web|spring-boot-web|servlet|tomcat-embed-core|tomcat-embed-websocket|-tomcat|security|actuator"
                    + "|spring-boot-health|mail|angus|embedded-redis|prometheus|junit|mockito|archunit|testcontainers"
                    + "|docker-java|greenmail|spring-test|-test)[^/]*\\.jar$");

    @TempDir
    Path directory;

    @EnableAutoConfiguration
    static class Host {

        @Bean
        JobProcessor greeter() {
            return new JobProcessor() {
                @Override
                public String type() {
                    return "GREET";
                }

                @Override
                public JobResult process(Job job) {
                    return JobResult.success();
                }
            };
        }
    }

    @EnableCaching
    static class CachingHost extends Host {

        public static void main(String[] args) {
            try (ConfigurableApplicationContext host = start(CachingHost.class, args)) {
                runsJobs(host);
                System.out.println("caches in " + host.getBean(CacheManager.class).getClass().getSimpleName());
            }
        }
    }

    static class OwnFactoryHost extends Host {

        @Bean
        LettuceConnectionFactory ownFactory() {
            return new LettuceConnectionFactory(
                    new RedisStandaloneConfiguration(TestRedis.host(), TestRedis.port()),
                    LettuceClientConfiguration.builder().commandTimeout(Duration.ofSeconds(77)).build());
        }
    }

    static class RedissonHost extends Host {

        @Bean(destroyMethod = "shutdown")
        RedissonClient redisson() {
            Config config = new Config();
            config.useSingleServer().setAddress(url(TestRedis.host(), TestRedis.port()));
            return Redisson.create(config);
        }

        @Bean
        RedissonConnectionFactory redissonFactory(RedissonClient redisson) {
            return new RedissonConnectionFactory(redisson);
        }
    }

    @Test
    void aCacheInMemoryStaysInMemory() throws Exception {
        Map<String, String> variables = Map.of(
                "BULK_ACTION_REDIS_URL", url(TestRedis.host(), TestRedis.port()),
                "BULK_ACTION_KEY_PREFIX", TestRedis.uniquePrefix());
        try (ChildJvm host = ChildJvm.start(
                directory,
                entry -> NOT_IN_A_CACHING_HOST.matcher(entry).find() ? Stream.empty() : Stream.of(entry),
                variables,
                CachingHost.class)) {
            assertThat(host.process().waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(host.output()).contains("caches in CaffeineCacheManager");
        }
    }

    @Test
    void aConnectionFactoryOfItsOwnKeepsItsOptions() {
        try (ConfigurableApplicationContext host = start(OwnFactoryHost.class, queue(TestRedis.port()))) {
            runsJobs(host);
            LettuceConnectionFactory factory = host.getBean(LettuceConnectionFactory.class);
            assertThat(host.getBeanNamesForType(RedisConnectionFactory.class)).containsExactly("ownFactory");
            assertThat(factory.getTimeout()).isEqualTo(77_000);
            assertThat(factory.getRequiredNativeClient().getOptions().getDisconnectedBehavior())
                    .isEqualTo(ClientOptions.DEFAULT_DISCONNECTED_BEHAVIOR);
        }
    }

    @Test
    void anApplicationThatUsesJedisStarts() {
        try (ConfigurableApplicationContext host = start(
                Host.class,
                "--spring.data.redis.client-type=jedis",
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix())) {
            runsJobs(host);
            assertThat(host.getBean(RedisConnectionFactory.class)).isInstanceOf(JedisConnectionFactory.class);
        }
    }

    /** As when Lettuce was excluded from Spring Data's starter and Jedis added, until bulk-action brought Lettuce back. */
    @Test
    void anApplicationThatUsedJedisIsToldThatItGetsLettuce(CapturedOutput output) {
        String warning = "Jedis is on the class path and spring.data.redis.client-type is not set";
        String[] own = {"--spring.data.redis.port=" + TestRedis.port(), queue(TestRedis.port())};
        for (String choice : List.of("jedis", "lettuce")) {
            start(Host.class, own[0], own[1], "--spring.data.redis.client-type=" + choice).close();
        }
        start(OwnFactoryHost.class, own).close();
        assertThat(output).doesNotContain(warning);

        try (ConfigurableApplicationContext host = start(Host.class, own)) {
            assertThat(host.getBean(RedisConnectionFactory.class)).isInstanceOf(LettuceConnectionFactory.class);
            assertThat(output).containsPattern("WARN .*" + warning + ", so Spring Boot gives this application Lettuce");
        }
    }

    @Test
    void anApplicationWithoutSpringMvcIsToldThatItHasNoPage(CapturedOutput output) {
        start(Host.class, queue(TestRedis.port())).close();
        assertThat(output).doesNotContain("there is no page");

        start(Host.class, queue(TestRedis.port()), "--bulk-action.web.enabled=true").close();
        assertThat(output).containsPattern("WARN .*bulk-action.web.enabled is true, but there is no page");
    }

    @Test
    void aCacheThatEvictsAndTheQueuesAreTwoServers() {
        try (RedisServer cache = RedisServer.start("--maxmemory", "10mb", "--maxmemory-policy", "allkeys-lru");
                ConfigurableApplicationContext host = start(
                        CachingHost.class, "--spring.data.redis.port=" + cache.port(), queue(TestRedis.port()))) {
            runsJobs(host);
            CacheManager manager = host.getBean(CacheManager.class);
            assertThat(manager).isInstanceOf(RedisCacheManager.class);
            manager.getCache("prices").put("a", "1");
            assertThat(host.getBean(StringRedisTemplate.class).keys("*"))
                    .as("what is in the cache's server").containsExactly("prices::a");
        }
    }

    /** It would throw away jobs; the host is told which server is meant and what to do. */
    @Test
    void isRefusedAServerThatEvictsJobs(CapturedOutput output) {
        try (RedisServer cache = RedisServer.start("--maxmemory", "10mb", "--maxmemory-policy", "allkeys-lfu")) {
            assertThatThrownBy(() -> start(Host.class, "--spring.data.redis.port=" + cache.port())).isNotNull();
            assertThat(output).contains(":" + cache.port() + " has maxmemory-policy allkeys-lfu",
                    "bulk-action.redis.url to another Redis");
        }
    }

    /** Only keys with an end are evicted, and no job has one while it may still run. */
    @Test
    void isOnlyWarnedOfAServerThatEvictsWhatIsOver(CapturedOutput output) {
        try (RedisServer shared = RedisServer.start("--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru");
                ConfigurableApplicationContext host = start(Host.class, "--spring.data.redis.port=" + shared.port())) {
            runsJobs(host);
            assertThat(output).containsPattern("WARN .*has maxmemory-policy volatile-lru");
        }
    }

    @Test
    void anApplicationThatUsesRedissonStarts() {
        try (ConfigurableApplicationContext host = start(RedissonHost.class, queue(TestRedis.port()))) {
            runsJobs(host);
            assertThat(host.getBean(RedissonClient.class).getBucket(TestRedis.uniquePrefix()).isExists()).isFalse();
            assertThat(host.getBean(RedisConnectionFactory.class)).isInstanceOf(RedissonConnectionFactory.class);
        }
    }

    /** Lettuce's default waits for the connection to come back; what queues need would have failed it at once. */
    @Test
    void whatIsCachedIsThereAfterARestartOfRedis() {
        int port = RedisServer.freePort();
        RedisServer before = RedisServer.startAt(port);
        try (ConfigurableApplicationContext host = start(
                Host.class, "--spring.data.redis.port=" + port, queue(TestRedis.port()))) {
            StringRedisTemplate redis = host.getBean(StringRedisTemplate.class);
            redis.opsForValue().set("a", "1");
            before.close();
            CompletableFuture<String> cached = CompletableFuture.supplyAsync(() -> {
                String value = redis.opsForValue().get("a");
                return value == null ? "asked again after the restart" : value;
            });
            try (RedisServer _ = RedisServer.startAt(port)) {
                assertThat(cached).succeedsWithin(Duration.ofMinutes(2)).isEqualTo("asked again after the restart");
            }
        }
    }

    @Test
    void theApplicationMayBlockLongerThanTheQueuesWait() {
        try (ConfigurableApplicationContext host = start(
                Host.class, "--spring.data.redis.port=" + TestRedis.port(), queue(TestRedis.port()))) {
            String list = TestRedis.uniquePrefix() + ":nothing-here";
            assertThat(host.getBean(StringRedisTemplate.class).opsForList().leftPop(list, Duration.ofSeconds(7)))
                    .isNull();
        }
    }

    @Test
    void startsWithoutRedisIfItWantsToAndWorksWhenRedisComes(CapturedOutput output) {
        int port = RedisServer.freePort();
        try (ConfigurableApplicationContext host =
                start(Host.class, "--bulk-action.start-check=warn",
                        "--bulk-action.redis.url=" + url("127.0.0.1", port))) {
            assertThat(output).contains(
                    "cannot be reached", "Started nevertheless, because bulk-action.start-check is warn");
            try (RedisServer _ = RedisServer.startAt(port)) {
                await().untilAsserted(() -> assertThat(output).contains("Redis passes the checks now"));
                runsJobs(host);
            }
        }
    }

    /** The warning alone let it work on a Redis that throws jobs away. */
    @Test
    void doesNothingOnARedisThatMustNotBeUsedUntilThatIsMended(CapturedOutput output) {
        int port = RedisServer.freePort();
        try (RedisServer _ = RedisServer.startAt(port, "--maxmemory-policy", "allkeys-lru");
                RedisAccess administrator = TestRedis.connect(port);
                ConfigurableApplicationContext host = start(Host.class, "--bulk-action.start-check=warn",
                        "--bulk-action.redis.url=" + url("127.0.0.1", port))) {
            assertThat(output).contains("maxmemory-policy allkeys-lru",
                    "nothing is accepted or run until this is over");
            BulkActionService service = host.getBean(BulkActionService.class);
            assertThatThrownBy(() -> service.submit(BulkActionRequest.to("default", "early").processor("GREET")
                    .jobs(List.of(new JobRequest("1", Map.of("name", "1")))).build()))
                    .isInstanceOfSatisfying(RedisUnavailableException.class,
                            refused -> assertThat(refused.reason()).isEqualTo(Reason.NOT_CHECKED));
            assertThat(host.getBean(Engine.class).all()).isNotEmpty().allSatisfy(
                    engine -> assertThat(engine.loops()).noneMatch(Loop::isRunning));

            administrator.await(
                    administrator.commands().configSet("maxmemory-policy", "noeviction").toCompletableFuture());

            await().untilAsserted(() -> assertThat(output).contains("Redis passes the checks now"));
            runsJobs(host);
        }
    }

    @Test
    void isOnlyWarnedOfAnUnknownSettingIfItWantsTo(CapturedOutput output) {
        try (ConfigurableApplicationContext host = start(
                Host.class, "--bulk-action.start-check=warn", "--bulk-action.redis.timout=1s",
                queue(TestRedis.port()))) {
            runsJobs(host);
            assertThat(output).contains("bulk-action.redis.timout", "ignored, because bulk-action.start-check is warn");
        }
    }

    private static String url(String host, int port) {
        return "redis://" + host + ":" + port;
    }

    private static String queue(int port) {
        return "--bulk-action.redis.url=" + url("127.0.0.1", port);
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... arguments) {
        return new SpringApplicationBuilder(application).web(WebApplicationType.NONE).run(arguments);
    }

    private static void runsJobs(ConfigurableApplicationContext host) {
        BulkActionService service = host.getBean(BulkActionService.class);
        String group = TestRedis.uniquePrefix();
        service.submit(BulkActionRequest.to("default", group).processor("GREET")
                .jobs(Stream.of("1", "2", "3").map(id -> new JobRequest(id, Map.of("name", id)))).build());
        await().untilAsserted(() -> assertThat(service.progress("default", group))
                .map(GroupProgress::status).contains(GroupStatus.COMPLETED));
    }
}
