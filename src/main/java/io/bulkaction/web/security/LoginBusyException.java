package io.bulkaction.web.security;

import java.io.Serial;
import org.springframework.security.core.AuthenticationException;

/** More logins than can be checked at the moment; this one was not. */
final class LoginBusyException extends AuthenticationException {

    @Serial
    private static final long serialVersionUID = 1L;

    LoginBusyException() {
        super("too many logins at once");
    }
}
