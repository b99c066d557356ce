package io.bulkaction.internal.builtin.email;

import io.bulkaction.Job;

/** Makes the Message-ID of a job's mail: the same for every attempt, so that a mail sent twice can be recognised. */
final class MessageIds {

    private MessageIds() {}

    static String of(Job job, String domain) {
        return "<" + encoded(job.id().value()) + "." + encoded(job.groupId().value()) + "."
                + encoded(job.queue().value()) + "@" + domain + ">";
    }

    /** Ids may contain characters that a Message-ID may not; the equals sign is free, because no id contains it. */
    private static String encoded(String id) {
        StringBuilder text = new StringBuilder(id.length());
        for (char c : id.toCharArray()) {
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
                text.append(c);
            } else {
                text.append('=').append(Integer.toHexString(c));
            }
        }
        return text.toString();
    }
}
