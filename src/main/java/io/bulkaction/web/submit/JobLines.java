package io.bulkaction.web.submit;

import io.bulkaction.job.InvalidIdException;
import io.bulkaction.settings.BulkActionSettings;
import io.bulkaction.submit.BulkActionStream;
import io.bulkaction.submit.InvalidSubmissionException;
import io.bulkaction.submit.JobRequest;
import io.bulkaction.submit.Submission;
import io.bulkaction.web.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** Reads one job a line and sends them on; holds no more than a few lines at a time. */
@Component
final class JobLines {

    /** Room for the id and the names of the fields beside the payload. */
    private static final int BESIDE_PAYLOAD = 1024;

    private final JsonMapper json;
    private final int maxLine;

    JobLines(JsonMapper json, BulkActionSettings settings) {
        this.json = json;
        this.maxLine = Math.toIntExact(settings.limits().payload().toBytes()) + BESIDE_PAYLOAD;
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
        } catch (InvalidIdException | InvalidSubmissionException e) {
            throw broken(stream, number, e.getMessage());
        } catch (LineReader.LineTooLongException e) {
            throw broken(stream, number + 1, "it has more than " + maxLine + " bytes");
        }
        return sealed ? stream.closeSealed() : stream.closeUnsealed();
    }

    private JobRequest parse(String line) {
        String id = null;
        String payload = null;
        try (JsonParser parser = json.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidSubmissionException("a line must be an object with jobId and payload");
            }
            for (String field = parser.nextName(); field != null; field = parser.nextName()) {
                JsonToken value = parser.nextToken();
                switch (field) {
                    case "jobId" -> id = value == JsonToken.VALUE_NULL ? null : parser.getString();
                    case "payload" -> payload = rawValue(parser, line);
                    default -> throw new InvalidSubmissionException(
                            "field '" + field + "' is unknown; a line has jobId and payload");
                }
            }
            if (parser.nextToken() != null) {
                throw new InvalidSubmissionException("there is more after the object");
            }
        }
        if (payload == null) {
            throw new InvalidSubmissionException("payload is missing");
        }
        return JobRequest.checkedJson(id, payload);
    }

    /** Exactly as it was sent: numbers keep their digits and objects their order. */
    private static String rawValue(JsonParser parser, String line) {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        if (parser.currentToken().isScalarValue()) {
            parser.finishToken();
        } else {
            parser.skipChildren();
        }
        return line.substring(start, (int) parser.currentLocation().getCharOffset());
    }

    /** What came before is accepted and its run stays open: the corrected file, sent again, adds what is missing. */
    private static ProblemException broken(BulkActionStream stream, long line, @Nullable String why) {
        Submission sent = stream.closeUnsealed();
        return new ProblemException(SubmitProblems.INVALID_LINE, line, String.valueOf(why), sent.accepted(),
                sent.duplicates());
    }
}
