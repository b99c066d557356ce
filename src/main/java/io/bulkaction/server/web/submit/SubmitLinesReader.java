package io.bulkaction.server.web.submit;

import io.bulkaction.BulkActionStream;
import io.bulkaction.InvalidIdException;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.Submission;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.server.web.problem.InvalidFieldException;
import io.bulkaction.server.web.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/** Reads one job per line and adds it to a stream; keeps only a few lines in memory. */
@Component
final class SubmitLinesReader {

    private final JsonMapper json;
    private final int maxLine;

    SubmitLinesReader(JsonMapper json, BulkActionSettings settings) {
        this.json = json;
        this.maxLine = Math.toIntExact(settings.limits().payload().toBytes()) + JobReader.MAX_BESIDE_PAYLOAD;
    }

    Submission readInto(BulkActionStream stream, InputStream body, boolean sealed) throws IOException {
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
                throw new InvalidSubmissionException("there is text after the object");
            }
            return job;
        }
    }

    /** The lines before stay accepted and the run stays open: sending the corrected file adds what is missing. */
    private static ProblemException broken(BulkActionStream stream, long line, @Nullable String why) {
        Submission sent = stream.closeUnsealed();
        return new ProblemException(SubmitProblems.INVALID_LINE, line, String.valueOf(why), sent.accepted(),
                sent.duplicates());
    }
}
