package io.bulkaction.internal.builtin.email;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A mail server that gives the answers of a test and accepts everything else. An empty answer is silence. */
final class ScriptedSmtp implements AutoCloseable {

    private final ServerSocket socket;
    private final Map<String, String> answers;

    ScriptedSmtp(Map<String, String> answers) throws IOException {
        this.answers = answers;
        socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                talk(client);
            } catch (IOException e) {
                // the client went away or the test is over
            }
        }
    }

    private void talk(Socket client) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
        say(client, answers.getOrDefault("CONNECT", "220 ready"));
        boolean data = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (data) {
                if (line.equals(".")) {
                    data = false;
                    say(client, answers.getOrDefault(".", "250 queued"));
                }
                continue;
            }
            String wanted = answerTo(line);
            data = wanted.startsWith("354");
            say(client, wanted);
        }
    }

    private String answerTo(String line) {
        return answers.entrySet().stream()
                .filter(answer -> line.contains(answer.getKey()) && !answer.getKey().equals("."))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(line.equals("DATA") ? "354 go on" : "250 ok");
    }

    private static void say(Socket client, String answer) throws IOException {
        if (!answer.isEmpty()) {
            client.getOutputStream().write((answer + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
    }
}
