package io.bulkaction.internal.builtin.email;

import io.bulkaction.JobResult;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;

/**
 * What a failed send means. 5xx: the server will never accept this mail. 4xx, no answer, no connection: it may later.
 * The server's text is left out, because it repeats addresses.
 */
final class SmtpFailure {

    private static final Pattern ANSWER = Pattern.compile("\\s*([45][0-9]{2})\\b");

    private SmtpFailure() {}

    static JobResult classify(MailException failure) {
        List<Throwable> causes = causes(failure);
        if (causes.stream().anyMatch(SmtpFailure::isPartlySent)) {
            // why: a retry would send the mail again to those who already have it
            return JobResult.permanent("SMTP_PARTLY_SENT", "some recipients were refused, the others have the mail");
        }
        // why: one recipient refused for good makes the whole mail undeliverable, whatever the others' answers were
        int code = causes.stream().flatMapToInt(SmtpFailure::code).max().orElse(0);
        if (code >= 500) {
            return JobResult.permanent("SMTP_" + code, "the mail server refused the mail with " + code);
        }
        return code >= 400
                ? JobResult.failure("SMTP_" + code, "the mail server answered " + code + " for now", true)
                : JobResult.failure("SMTP_UNREACHABLE", "no answer from the mail server", true);
    }

    private static boolean isPartlySent(Throwable cause) {
        return cause instanceof SendFailedException failed
                && failed.getValidSentAddresses() != null
                && failed.getValidSentAddresses().length > 0;
    }

    private static IntStream code(Throwable cause) {
        // why from the text: it begins with the server's code; only the provider's own types have the code as a number,
        // and the provider is a runtime dependency
        if (cause instanceof MessagingException && cause.getMessage() != null) {
            Matcher answer = ANSWER.matcher(cause.getMessage());
            return answer.lookingAt() ? IntStream.of(Integer.parseInt(answer.group(1))) : IntStream.empty();
        }
        return IntStream.empty();
    }

    private static List<Throwable> causes(MailException failure) {
        List<Throwable> all = new ArrayList<>();
        collect(failure, all);
        if (failure instanceof MailSendException send) {
            for (Exception perMessage : send.getMessageExceptions()) {
                collect(perMessage, all);
            }
        }
        return all;
    }

    private static void collect(Throwable start, List<Throwable> into) {
        for (Throwable t = start; t != null && !into.contains(t); t = t.getCause()) {
            into.add(t);
        }
    }
}
