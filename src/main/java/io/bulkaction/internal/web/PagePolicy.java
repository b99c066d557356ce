package io.bulkaction.internal.web;

/** What a browser may do with our pages: load only from here, run no inline scripts, never show them in a frame. */
public final class PagePolicy {

    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; "
            + "frame-ancestors 'none'; base-uri 'none'";

    private PagePolicy() {}
}
