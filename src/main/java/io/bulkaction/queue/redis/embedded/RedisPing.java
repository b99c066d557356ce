package io.bulkaction.queue.redis.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a local Redis whether it is ready, without a client: at this moment the client must not exist yet. */
record RedisPing(int port, String password) {

    private static final int TIMEOUT_MILLIS = 2000;

    enum Answer {
        SILENT,
        LOADING,
        READY
    }

    Answer ask() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String login = password.isEmpty() ? "" : command("AUTH", password);
            socket.getOutputStream().write((login + command("PING")).getBytes(StandardCharsets.UTF_8));
            BufferedReader replies =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String reply = replies.readLine();
            if (!login.isEmpty() && "+OK".equals(reply)) {
                reply = replies.readLine();
            }
            return reply == null ? Answer.SILENT : "+PONG".equals(reply) ? Answer.READY : Answer.LOADING;
        } catch (IOException e) {
            return Answer.SILENT;
        }
    }

    private static String command(String... words) {
        StringBuilder command = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            command.append('$').append(word.getBytes(StandardCharsets.UTF_8).length).append("\r\n");
            command.append(word).append("\r\n");
        }
        return command.toString();
    }
}
