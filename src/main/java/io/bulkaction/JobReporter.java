package io.bulkaction;

import java.util.Optional;

/**
 * Where what a running job says of itself goes; {@link Job#progress}, {@link Job#checkpoint(String)} and
 * {@link Job#checkpoint()} call it. Applications implement one only in tests of their processors.
 */
public interface JobReporter {

    /** Takes what is said and keeps nothing; of a job that no engine runs. */
    JobReporter NONE = new JobReporter() {

        @Override
        public void progress(double percent, String text) {}

        @Override
        public void checkpoint(String json) {}

        @Override
        public Optional<String> checkpoint() {
            return Optional.empty();
        }

        @Override
        public String toString() {
            return "NONE";
        }
    };

    /**
     * Notes how far the job is.
     *
     * @param percent 0 to 100
     * @param text what it does
     */
    void progress(double percent, String text);

    /**
     * Keeps where a later attempt can continue.
     *
     * @param json JSON text
     */
    void checkpoint(String json);

    /** {@return what was kept last, by this attempt or an earlier one} */
    Optional<String> checkpoint();
}
