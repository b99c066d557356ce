package io.bulkaction.internal.operate.recur;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupId;
import io.bulkaction.InvalidIdException;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.settings.JsonLimit;
import io.bulkaction.internal.settings.RecurringSettings;
import io.bulkaction.internal.settings.RecurringSettings.FixedJob;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.util.unit.DataSize;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What a recurring bulk action must be, so that it does not fail at night. */
final class RecurringRules {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");

    /** All its fixed jobs together; more come from a source. */
    private static final DataSize MAX_JOBS = DataSize.ofKilobytes(512);

    private final BulkActionService service;
    private final JobSources sources;
    private final JsonLimit maxPayload;

    RecurringRules(BulkActionService service, JobSources sources, DataSize maxPayload) {
        this.service = service;
        this.sources = sources;
        this.maxPayload = new JsonLimit(maxPayload.toBytes(), "bulk-action.limits.payload");
    }

    /**
     * @throws RefusedException that names the field and the rule
     * @throws io.bulkaction.UnknownProcessorException as a submit does
     */
    void check(QueueName queue, RecurringAction action) {
        require(NAME.matcher(action.name()).matches(), "name",
                "must have 1 to 64 of the characters A-Z a-z 0-9 . _ - and not begin with a dot");
        require(RecurringSettings.isGroupPattern(action.group(), action.name()), "group",
                "must contain {time}, and be an id of at most 128 characters once name and time are in it");
        time(action);
        long kinds = Stream.of(action.jobs().isEmpty() ? null : action.jobs(), action.source(), action.url())
                .filter(Objects::nonNull).count();
        require(kinds == 1, "jobs", "either jobs, source or url is needed, and only one of them");
        jobs(action.jobs());
        source(action);
        service.open(action.target(queue, group(action).value())); // writes nothing, but checks what a submit would
    }

    static GroupId group(RecurringAction action) {
        return new GroupId(action.groupOf(Instant.EPOCH, false));
    }

    private static void time(RecurringAction action) {
        try {
            ZoneId.of(action.zone());
        } catch (DateTimeException e) {
            throw invalid("zone", "is not a time zone such as Asia/Seoul or UTC");
        }
        try {
            require(action.schedule().next(Instant.now()).isPresent(), "cron", "names a time that never comes");
        } catch (IllegalArgumentException e) {
            throw invalid("cron", String.valueOf(e.getMessage()));
        }
    }

    private void jobs(List<FixedJob> jobs) {
        require(jobs.size() <= RecurringSettings.MAX_JOBS, "jobs",
                "may be at most " + RecurringSettings.MAX_JOBS + "; more come from a source or a url");
        Set<String> ids = new HashSet<>();
        long size = 0;
        for (int i = 0; i < jobs.size(); i++) {
            FixedJob job = jobs.get(i);
            String field = "jobs[" + i + "]";
            String id = job.id() == null ? Integer.toString(i + 1) : job.id();
            try {
                require(ids.add(new JobId(id).value()), field + ".id", "'" + id + "' appears twice");
            } catch (InvalidIdException e) {
                throw invalid(field + ".id", e.getMessage());
            }
            try {
                JsonMapper.shared().readTree(job.payload());
            } catch (JacksonException e) {
                throw invalid(field + ".payload", "is not JSON: " + e.getOriginalMessage());
            }
            require(!maxPayload.isExceededBy(job.payload()), field + ".payload", "is larger than " + maxPayload);
            size += job.payload().length();
        }
        require(size <= MAX_JOBS.toBytes(), "jobs",
                "have payloads of more than 512 KB together; larger ones come from a source or a url");
    }

    private void source(RecurringAction action) {
        String source = action.source();
        // why only where there are some: a module without them does not know those of the others
        require(source == null || sources.names().isEmpty() || sources.names().contains(source), "source",
                "is not the name of a JobSource; there are: " + String.join(", ", sources.names()));
        String problem = action.url() == null ? null : sources.http().problem(action.url());
        require(problem == null, "url", String.valueOf(problem));
    }

    private static void require(boolean holds, String field, String rule) {
        if (!holds) {
            throw invalid(field, rule);
        }
    }

    private static RefusedException invalid(String field, String rule) {
        return Refusal.INVALID_RECURRING.with(field, rule);
    }
}
