package io.bulkaction.internal.loop;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Every other thread is a daemon: in an application without a web server this one keeps the process alive until it is stopped. */
public final class KeepAlive {

    private @Nullable Thread thread;

    public synchronized void start() {
        thread = Thread.ofPlatform().daemon(false).name("bulk-action-keep-alive").start(() -> {
            while (!Thread.interrupted()) {
                LockSupport.park();
            }
        });
    }

    public synchronized void stop() {
        if (thread != null) {
            thread.interrupt();
            thread = null;
        }
    }
}
