package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionStream;
import io.bulkaction.GroupId;
import io.bulkaction.InvalidIdException;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobId;
import io.bulkaction.JobRequest;
import io.bulkaction.Submission;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.JsonLimit;
import io.bulkaction.internal.submit.CheckedJson;
import io.bulkaction.internal.web.RequestSettings;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/** Reads one job per line: into the stream of one group, with only a few lines in memory; or all lines of many groups. */
@Component
final class SubmitLinesReader {

    /** Each is kept in memory, and each may be a group of its own. */
    static final int MAX_GROUPED_LINES = 10_000;

    private static final long NOTHING = -1;

    private final JsonMapper json;
    private final int maxLine;
    private final long maxSize;
    private final JsonLimit payloadLimit;

    SubmitLinesReader(JsonMapper json, BulkActionSettings settings, RequestSettings requests) {
        this.json = json;
        this.maxSize = requests.maxSize().toBytes();
        this.payloadLimit = new JsonLimit(settings.limits().payload().toBytes(), "bulk-action.limits.payload");
        this.maxLine = Math.toIntExact(settings.limits().payload().toBytes()) + JobReader.MAX_BESIDE_PAYLOAD;
    }

    /** @param recheck run for each line; what it throws ends the stream, and the lines before stay accepted */
    Submission readInto(BulkActionStream stream, InputStream body, boolean sealed, Runnable recheck)
            throws IOException {
        LineReader lines = new LineReader(body, maxLine);
        long number = 0;
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                number++;
                recheck.run();
                if (!line.isBlank()) {
                    stream.add(parse(line, JobReader::read));
                }
            }
        } catch (JacksonException | InvalidIdException | InvalidFieldException | InvalidSubmissionException
                | LineReader.LineTooLongException e) {
            Submission sent = stream.closeUnsealed();
            throw broken(e, number, sent.accepted(), sent.duplicates());
        }
        return sealed ? stream.closeSealed() : stream.closeUnsealed();
    }

    /** All lines are read and checked before anything is written, so that a bad one stops all. */
    List<BulkActionRequest> readGroups(SubmitTarget target, InputStream body) throws IOException {
        LineReader lines = new LineReader(body, maxLine);
        Map<String, List<JobRequest>> groups = new LinkedHashMap<>();
        long number = 0;
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                number++;
                if (lines.read() > maxSize) {
                    throw new ProblemException(ProblemType.PAYLOAD_TOO_LARGE, maxSize);
                }
                if (number > MAX_GROUPED_LINES) {
                    throw new InvalidSubmissionException(
                            "a request whose lines name their groups has at most " + MAX_GROUPED_LINES + " lines");
                }
                if (!line.isBlank()) {
                    JobReader.GroupedJob job = checked(parse(line, JobReader::readGrouped));
                    groups.computeIfAbsent(job.groupId(), group -> new ArrayList<>()).add(job.job());
                }
            }
        } catch (JacksonException | InvalidIdException | InvalidFieldException | InvalidSubmissionException
                | LineReader.LineTooLongException e) {
            throw broken(e, number, NOTHING, NOTHING);
        }
        if (groups.isEmpty()) {
            throw new InvalidSubmissionException("a request needs at least one job");
        }
        return groups.entrySet().stream()
                .map(group -> target.builder(group.getKey()).jobs(group.getValue()).build())
                .toList();
    }

    /** What a submit would find out only later, when nobody knows the line any more. */
    private JobReader.GroupedJob checked(JobReader.GroupedJob line) {
        new GroupId(line.groupId());
        if (line.job().id() != null) {
            new JobId(line.job().id());
        }
        if (line.job().payload() instanceof CheckedJson(String text) && payloadLimit.isExceededBy(text)) {
            throw new InvalidSubmissionException("its payload is larger than " + payloadLimit);
        }
        return line;
    }

    private <T> T parse(String line, BiFunction<JsonParser, JobReader.Text, T> reader) {
        try (JsonParser parser = json.createParser(line)) {
            parser.nextToken();
            T job = reader.apply(parser, (start, end) -> line.substring((int) start, (int) end));
            if (parser.nextToken() != null) {
                throw new InvalidSubmissionException("there is text after the object");
            }
            return job;
        }
    }

    /**
     * What was accepted before stays accepted and the run stays open: sending the corrected file adds what is missing.
     *
     * @param accepted {@link #NOTHING} when nothing was written
     */
    private ProblemException broken(Exception e, long line, long accepted, long duplicates) {
        return switch (e) {
            case LineReader.LineTooLongException tooLong -> new ProblemException(SubmitProblems.INVALID_LINE, line + 1,
                    "it has more than " + maxLine + " bytes", accepted, duplicates);
            case JacksonException json -> new ProblemException(SubmitProblems.INVALID_LINE, line,
                    String.valueOf(json.getOriginalMessage()), accepted, duplicates);
            default -> new ProblemException(SubmitProblems.INVALID_LINE, line, String.valueOf(e.getMessage()), accepted,
                    duplicates);
        };
    }
}
