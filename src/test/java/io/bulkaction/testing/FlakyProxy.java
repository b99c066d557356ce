package io.bulkaction.testing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** A TCP proxy on loopback that loses everything or only replies, changes replies, and cuts connections when told to. */
public final class FlakyProxy implements AutoCloseable {

    private volatile int target;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean losingReplies;
    private volatile boolean losingAll;
    private volatile UnaryOperator<String> rewriting = UnaryOperator.identity();

    public FlakyProxy(int targetPort) {
        target = targetPort;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.startVirtualThread(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** From now on connections lead to another server, as behind a name that has moved on; those that are open stay. */
    public void leadTo(int otherPort) {
        target = otherPort;
    }

    /** Commands still arrive and run; their answers do not come back. Ends with {@link #cut()}. */
    public void loseReplies() {
        losingReplies = true;
    }

    /**
     * As if all packets were dropped on their way: connections stay open and new ones are accepted, and nothing gets
     * through in either direction. Ends with {@link #cut()}.
     */
    public void loseAll() {
        losingAll = true;
    }

    /** Changes replies on their way; only to texts of the same length, because RESP counts bytes. */
    public void rewriteReplies(UnaryOperator<String> change) {
        rewriting = change;
    }

    /** Closes every connection; new ones are served as usual. */
    public void cut() {
        open.forEach(FlakyProxy::closeQuietly);
        losingReplies = false;
        losingAll = false;
    }

    @Override
    public void close() {
        closeQuietly(server);
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket redis = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                redis.setTcpNoDelay(true);
                open.add(client);
                open.add(redis);
                Thread.startVirtualThread(() -> copy(client, redis, false));
                Thread.startVirtualThread(() -> copy(redis, client, true));
            }
        } catch (IOException e) {
            // why: closed; that is how it ends
        }
    }

    private void copy(Socket from, Socket to, boolean replies) {
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (!losingAll && !(replies && losingReplies)) {
                    String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
                    out.write((replies ? rewriting.apply(text) : text).getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        } catch (IOException e) {
            // why: cut; that is what it is for
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
