package io.bulkaction.web.dashboard;

import io.bulkaction.job.Job;
import io.bulkaction.job.JobResult;
import io.bulkaction.processor.JobProcessor;

/** Fails, and says so in markup, while {@link #broken}; no component, or every scan of the web room would find it. */
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
