package io.bulkaction.internal.web.hosted;

/** The page would be open to everybody, and nobody said that this is meant. */
final class UnprotectedPageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnprotectedPageException(String basePath) {
        super("bulk-action.web.enabled is true, but the application has no Spring Security, so everybody who reaches "
                + basePath + " could see, change and submit jobs.");
    }
}
