package io.bulkaction.internal.web;

/**
 * Ids in paths. A slash in an id is written {@code ~} there, which is in no id: many servers, proxies and firewalls refuse
 * {@code %2F}, and an application that shows the page must not have to open its own for it.
 */
public final class PathIds {

    private PathIds() {}

    /** The id that is meant. */
    public static String plain(String inPath) {
        return inPath.replace('~', '/');
    }
}
