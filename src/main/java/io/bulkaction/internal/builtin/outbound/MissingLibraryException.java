package io.bulkaction.internal.builtin.outbound;

/** The settings allow calls to other hosts, and the library that makes them is not there. */
public final class MissingLibraryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MissingLibraryException() {
        super("The settings of bulk-action allow calls to other hosts, which need org.apache.httpcomponents.client5:httpclient5,"
                + " and that is not on the class path.");
    }
}
