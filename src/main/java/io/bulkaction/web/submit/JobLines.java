package io.bulkaction.web.submit;

import io.bulkaction.job.InvalidIdException;
import io.bulkaction.settings.BulkActionSettings;
import io.bulkaction.submit.BulkActionStream;
import io.bulkaction.submit.InvalidSubmissionException;
import io.bulkaction.submit.JobRequest;
import io.bulkaction.submit.Submission;
import io.bulkaction.web.problem.InvalidFieldException;
import io.bulkaction.web.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/** Reads one job a line and sends them on; holds no more than a few lines at a time. */
@Component
final class JobLines {

    private final JsonMapper json;
    private final int maxLine;

    JobLines(JsonMapper json, BulkActionSettings settings) {
        this.json = json;
        this.maxLine = Math.toIntExact(settings.limits().payload().toBytes()) + JobReader.BESIDE_PAYLOAD;
    }

    Submission send(InputStream body, BulkActionStream stream, boolean sealed) throws IOException {
        LineReader lines = new LineReader(body, maxLine);
        long number = 0;
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                number++;
                if (!line.isBlank()) {
                    stream.add(parse(line));
                }
            }
        } catch (JacksonException e) {
            throw broken(stream, number, e.getOriginalMessage());
        } catch (InvalidIdException | InvalidFieldException | InvalidSubmissionException e) {
            throw broken(stream, number, e.getMessage());
        } catch (LineReader.LineTooLongException e) {
            throw broken(stream, number + 1, "it has more than " + maxLine + " bytes");
        }
        return sealed ? stream.closeSealed() : stream.closeUnsealed();
    }

    private JobRequest parse(String line) {
        try (JsonParser parser = json.createParser(line)) {
            parser.nextToken();
            JobRequest job = JobReader.read(parser, (start, end) -> line.substring((int) start, (int) end));
            if (parser.nextToken() != null) {
                throw new InvalidSubmissionException("there is more after the object");
            }
            return job;
        }
    }

    /** What came before is accepted and its run stays open: the corrected file, sent again, adds what is missing. */
    private static ProblemException broken(BulkActionStream stream, long line, @Nullable String why) {
        Submission sent = stream.closeUnsealed();
        return new ProblemException(SubmitProblems.INVALID_LINE, line, String.valueOf(why), sent.accepted(),
                sent.duplicates());
    }
}
