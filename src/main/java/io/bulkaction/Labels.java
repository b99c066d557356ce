package io.bulkaction;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The rule for the labels of a group. */
final class Labels {

    static final int MAX = 5;

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._-]{1,40}");
    private static final Pattern VALUE = Pattern.compile("[^\\p{Cntrl},\\p{Cs}]{1,80}");

    private Labels() {}

    /** In the order of their keys. */
    static Map<String, String> require(Map<String, String> labels) {
        if (labels.size() > MAX) {
            throw new InvalidSubmissionException("a group has at most " + MAX + " labels, not " + labels.size());
        }
        labels.forEach((key, value) -> {
            if (!KEY.matcher(key).matches()) {
                throw new InvalidSubmissionException(
                        "the key of a label has 1 to 40 characters of A-Z a-z 0-9 . _ -, which is not so for one of labels");
            }
            if (!VALUE.matcher(value).matches()) {
                throw new InvalidSubmissionException("the value of label " + key
                        + " must have 1 to 80 characters, without commas and control characters");
            }
        });
        return Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
