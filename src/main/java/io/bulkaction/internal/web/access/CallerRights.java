package io.bulkaction.internal.web.access;

/** What whoever sent the request that is being answered may reach. Who knows the logins provides it as a bean. */
public interface CallerRights {

    /** Where nobody tells callers apart. */
    CallerRights ALL = new CallerRights() {

        @Override
        public Scope scope() {
            return Scope.EVERYTHING;
        }

        @Override
        public PayloadView payloads() {
            return PayloadView.ALL;
        }

        @Override
        public PayloadView ownPayloads() {
            return PayloadView.ALL;
        }
    };

    Scope scope();

    PayloadView payloads();

    /** Of jobs that the caller may have submitted. */
    PayloadView ownPayloads();
}
