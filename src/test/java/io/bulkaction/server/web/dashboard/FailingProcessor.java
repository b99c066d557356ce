package io.bulkaction.server.web.dashboard;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;

/** Fails with markup in its message while {@link #broken}. Not a component, or every scan would find it. */
class FailingProcessor implements JobProcessor {

    static final String TYPE = "FAILING";
    static final String MARKUP = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>";

    volatile boolean broken = true;

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public JobResult process(Job job) {
        if (broken) {
            throw new IllegalStateException("refused: " + MARKUP);
        }
        return JobResult.success();
    }
}
