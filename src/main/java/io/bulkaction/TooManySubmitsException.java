package io.bulkaction;

/** More calls of {@link BulkActionService#submitAsync} are under way than {@code bulk-action.submit.max-async} allows. */
public final class TooManySubmitsException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param most how many may be under way
     */
    public TooManySubmitsException(int most) {
        super(most + " asynchronous submits are under way (bulk-action.submit.max-async): wait for some of them");
    }
}
