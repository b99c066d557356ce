package io.bulkaction.internal.web.access;

import io.bulkaction.internal.flow.Quota;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What whoever sent the request that is being answered may reach. Who knows the logins provides it as a bean. */
public interface CallerRights {

    /** What a caller may change. */
    enum Ability {
        /** Run queues and groups. */
        OPERATE,
        /** Submit jobs. */
        SUBMIT,
        /** Say what recurs. */
        PLAN,
        /** Decide who may log in. */
        ADMINISTER
    }

    /** Where nobody tells callers apart. */
    CallerRights ALL = new CallerRights() {

        @Override
        public @Nullable String name() {
            return null;
        }

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

    /** Of the user or API token; null where nobody tells callers apart. */
    @Nullable
    String name();

    /** How much it may have at a time; null = any. */
    default @Nullable Quota quota() {
        return null;
    }

    /** Whether it is somebody who reads what is shown, and not a machine with an API token. */
    default boolean isPerson() {
        return false;
    }

    /** Of all accounts that are set up with one, by name. */
    default Map<String, Quota> quotas() {
        return Map.of();
    }

    /** Whether who sent the request may still come in: it may last for hours. */
    default boolean isStillIn() {
        return true;
    }

    default Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    Scope scope();

    PayloadView payloads();

    /** Of jobs that the caller may have submitted; of those in groups that it created, a submitter sees all. */
    PayloadView ownPayloads();
}
