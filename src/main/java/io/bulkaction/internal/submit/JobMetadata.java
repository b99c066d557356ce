package io.bulkaction.internal.submit;

import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The metadata of a job: what its request gives all jobs, and its own. Bounded, because every claim brings it along. */
final class JobMetadata {

    private static final int MAX_NAMES = 20;
    private static final int MAX_CHARS = 2_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private JobMetadata() {}

    static Map<String, String> of(JobId job, Map<String, String> common, Map<String, String> own) {
        if (common.isEmpty() && own.isEmpty()) {
            return Map.of();
        }
        Map<String, String> all = new LinkedHashMap<>(common);
        all.putAll(own);
        int chars = 0;
        for (Map.Entry<String, String> each : all.entrySet()) {
            if (!NAME.matcher(each.getKey()).matches()) {
                throw bad(job, "a name must be 1 to 64 of A-Z a-z 0-9 . _ -");
            }
            if (each.getValue() == null) {
                throw bad(job, "'" + each.getKey() + "' must not be null");
            }
            chars += each.getKey().length() + each.getValue().length();
        }
        if (all.size() > MAX_NAMES) {
            throw bad(job, "there are more than " + MAX_NAMES + " names");
        }
        if (chars > MAX_CHARS) {
            throw bad(job, "names and values have more than " + MAX_CHARS + " characters");
        }
        return all;
    }

    private static InvalidSubmissionException bad(JobId job, String rule) {
        return new InvalidSubmissionException("metadata of job '" + job + "': " + rule);
    }
}
