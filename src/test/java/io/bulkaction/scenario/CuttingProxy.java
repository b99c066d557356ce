package io.bulkaction.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in front of Redis and cuts connections at the worst moment: the request has been carried out and its reply is
 * on the way. Whoever sent it cannot know whether it ran.
 */
final class CuttingProxy implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int redisPort;
    private final Random random;
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile double probability;

    CuttingProxy(int redisPort, long seed) throws IOException {
        this.redisPort = redisPort;
        this.random = new Random(seed);
        Thread.ofVirtual().name("cutting-proxy").start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int cuts() {
        return cuts.get();
    }

    /** Share of the replies that are lost with their connection. */
    void cut(double share) {
        probability = share;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket redis = new Socket(InetAddress.getLoopbackAddress(), redisPort);
                client.setTcpNoDelay(true);
                redis.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> pump(client, redis, false));
                Thread.ofVirtual().start(() -> pump(redis, client, true));
            } catch (IOException closed) {
                // the next accept says whether the proxy is closed or the client was only quick to leave
            }
        }
    }

    private void pump(Socket from, Socket to, boolean replies) {
        byte[] buffer = new byte[64 * 1024];
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (replies && isCut()) {
                    return;
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException gone) {
            // one side left; closing both tells the other
        }
    }

    private synchronized boolean isCut() {
        if (random.nextDouble() >= probability) {
            return false;
        }
        cuts.incrementAndGet();
        return true;
    }
}
