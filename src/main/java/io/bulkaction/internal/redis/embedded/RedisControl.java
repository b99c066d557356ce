package io.bulkaction.internal.redis.embedded;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Talks to the server through its socket file, in a directory that only this user can enter: whoever answers there is
 * our own server and may get the password. On a port, anybody could answer.
 */
record RedisControl(Path socket, String password) {

    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

    enum Answer {
        SILENT,
        LOADING,
        READY
    }

    Answer ping() {
        try {
            return "+PONG".equals(call("PING")) ? Answer.READY : Answer.LOADING;
        } catch (IOException e) {
            return Answer.SILENT;
        }
    }

    /** Has the server itself bind the port. False when another process has it. */
    boolean listenOn(int port) throws IOException {
        return "+OK".equals(call("CONFIG", "SET", "port", Integer.toString(port)));
    }

    /** Whether the server is alive, even if too busy to answer: its listening sockets end with it. Never waits. */
    boolean isOpen() {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false;
        }
    }

    /** One command whose reply is one line. */
    private String call(String... words) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                Selector selector = Selector.open()) {
            channel.write(utf8((password.isEmpty() ? "" : command("AUTH", password)) + command(words)));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            String login = password.isEmpty() ? "+OK" : line(channel, selector);
            return "+OK".equals(login) ? line(channel, selector) : login;
        }
    }

    private static String line(SocketChannel channel, Selector selector) throws IOException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        StringBuilder line = new StringBuilder();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (line.isEmpty() || line.charAt(line.length() - 1) != '\n') {
            int read = channel.read(one.clear());
            if (read < 0) {
                throw new IOException("the server closed the connection");
            }
            if (read > 0) {
                line.append((char) one.get(0));
            } else if (System.nanoTime() > deadline) {
                throw new SocketTimeoutException("the server does not answer");
            } else {
                selector.select(100);
                selector.selectedKeys().clear();
            }
        }
        return line.toString().strip();
    }

    private static String command(String... words) {
        StringBuilder command = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            command.append('$').append(word.getBytes(StandardCharsets.UTF_8).length).append("\r\n");
            command.append(word).append("\r\n");
        }
        return command.toString();
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
