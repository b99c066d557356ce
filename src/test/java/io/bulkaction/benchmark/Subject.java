package io.bulkaction.benchmark;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobRequest;
import io.bulkaction.JobResult;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Scripts;
import io.bulkaction.internal.submit.CheckedJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** bulk-action as a module uses it: the auto-configuration with everything on, and one processor. */
final class Subject implements AutoCloseable {

    static final String PROCESSOR = "BENCHMARK";

    private static final Map<QueueName, Consumer<Job>> WORK = new ConcurrentHashMap<>();

    private final ConfigurableApplicationContext context;
    private final BulkActionService service;
    private final Queues queues;

    /** @param queues settings by queue name, as under {@code bulk-action.queues.} */
    Subject(MeasuredRedis redis, Map<String, Map<String, String>> queues) {
        Map<String, Object> properties = new LinkedHashMap<>(Map.of(
                "spring.data.redis.url", redis.address(),
                "spring.main.banner-mode", "off",
                "logging.level.root", "warn",
                "logging.level.io.bulkaction.alerts", "error")); // that jobs wait is the point
        queues.forEach((queue, settings) -> settings.forEach(
                (name, value) -> properties.put("bulk-action.queues." + queue + "." + name, value)));
        this.context = new SpringApplicationBuilder(Module.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
        this.service = context.getBean(BulkActionService.class);
        this.queues = context.getBean(Queues.class);
    }

    void work(String queue, Consumer<Job> work) {
        WORK.put(new QueueName(queue), work);
    }

    Queue queue(String queue) {
        return queues.get(new QueueName(queue));
    }

    void pause(String queue) {
        RedisQueue redis = queue(queue).home().redis();
        redis.call(Script.PAUSE, new Args().add("benchmark").add("benchmark").add(""), redis.keys().state());
    }

    void resume(String queue) {
        RedisQueue redis = queue(queue).home().redis();
        redis.call(
                Script.RESUME,
                new Args().add(""),
                redis.keys().state(),
                redis.keys().wakeFetcher(),
                redis.keys().wakeDispatcher(),
                redis.keys().wakeWorker());
    }

    /** Whether so many runs have their result, and nothing is left to be told. */
    Callable<Boolean> hasEnded(String queue, int runs) {
        RedisQueue redis = queue(queue).home().redis();
        return () -> redis.read(commands -> commands.zcard(redis.keys().finished())) == runs
                && redis.read(commands -> commands.zcard(redis.keys().events())) == 0;
    }

    /** A queue that no loop serves: it stands still unless the caller moves it. */
    Queue unserved(String queue, String settingsOf) {
        RedisAccess redis = context.getBean(RedisAccess.class);
        QueueName name = new QueueName(queue);
        return Queue.on(new RedisQueue(name, queue(settingsOf).settings(), new Keys("benchmark", name), redis,
                new Scripts(redis, (script, took) -> {})));
    }

    /** Submits jobs with ids {@code <group>-0}, {@code <group>-1}, ... */
    void submit(String queue, String group, int jobs, String payload) {
        submit(queue, group, jobs, payload, null);
    }

    /** @param runAt of each job; null for at once */
    void submit(String queue, String group, int jobs, String payload, IntFunction<Instant> runAt) {
        service.submit(BulkActionRequest.to(queue, group)
                .processor(PROCESSOR)
                .jobs(IntStream.range(0, jobs).mapToObj(i -> {
                    JobRequest job = JobRequest.of(group + "-" + i, new CheckedJson(payload));
                    return runAt == null ? job : job.runAt(runAt.apply(i));
                }))
                .build());
    }

    /** One more job for a group whose run stays open. */
    void submitOne(String queue, String group, String id, String payload) {
        service.submit(BulkActionRequest.to(queue, group)
                .processor(PROCESSOR)
                .sealed(false)
                .jobs(Stream.of(JobRequest.of(id, new CheckedJson(payload))))
                .build());
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Module {

        @Bean
        JobProcessor benchmarkProcessor() {
            return new JobProcessor() {
                @Override
                public String type() {
                    return PROCESSOR;
                }

                @Override
                public JobResult process(Job job) {
                    WORK.get(job.queue()).accept(job);
                    return JobResult.success();
                }
            };
        }
    }
}
