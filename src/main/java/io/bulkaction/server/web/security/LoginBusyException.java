package io.bulkaction.server.web.security;

import java.io.Serial;
import org.springframework.security.core.AuthenticationException;

/** Too many logins at once; this one was not checked. */
final class LoginBusyException extends AuthenticationException {

    @Serial
    private static final long serialVersionUID = 1L;

    LoginBusyException() {
        super("too many logins at once");
    }
}
