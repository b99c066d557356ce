package io.bulkaction.internal.engine.retry;

/**
 * A pattern in which {@code *} stands for any text; upper and lower case are the same. Without a star it matches the
 * whole text or nothing. Not a regular expression: those can take for ever on a long error message.
 */
record Glob(String pattern) {

    boolean hasStar() {
        return pattern.indexOf('*') >= 0;
    }

    boolean matches(String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int starText = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                starText = t;
            } else if (p < pattern.length() && same(pattern.charAt(p), text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                // why only the last star: giving an earlier one more text cannot make the rest match sooner
                p = star + 1;
                t = ++starText;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    private static boolean same(char a, char b) {
        return a == b || Character.toLowerCase(a) == Character.toLowerCase(b);
    }
}
