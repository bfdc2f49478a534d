package org.ssdtier.benchmarks.dashboard;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

/** A steady load on a {@link MonitoredNode}: skewed reads, some writes, and a flush every two seconds; one thread of its own. */
final class ShopLoad implements AutoCloseable {
    private static final long PAUSE_NANOS = 500_000;
    private static final int OPERATIONS_PER_FLUSH = 1_500;
    private static final int WRITES_PERCENT = 5;

    private final MonitoredNode node;
    private final Random random;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean stopped;

    private ShopLoad(MonitoredNode node, long seed) {
        this.node = node;
        this.random = new Random(seed);
    }

    static ShopLoad start(MonitoredNode node, long seed) {
        ShopLoad load = new ShopLoad(node, seed);
        Thread thread = new Thread(load::run, "shop-load");
        thread.setDaemon(true);
        thread.start();
        return load;
    }

    private void run() {
        try {
            CqlSession session = node.session();
            PreparedStatement goods = session.prepare("SELECT value FROM shop.goods WHERE key = ?");
            PreparedStatement carts = session.prepare("SELECT owner, items FROM shop.carts WHERE key = ?");
            PreparedStatement update = session.prepare("UPDATE shop.goods SET value = ? WHERE key = ?");
            for (int operation = 1; !stopped; operation++) {
                if (random.nextInt(100) < WRITES_PERCENT) {
                    session.execute(update.bind("y".repeat(3_000), skewed(MonitoredNode.GOODS)));
                    node.putCart(skewed(MonitoredNode.CARTS));
                } else if (random.nextInt(4) == 0) {
                    // a few carts have never been read before, and a few do not exist
                    session.execute(carts.bind(skewed(MonitoredNode.CARTS + 10)));
                } else {
                    session.execute(goods.bind(skewed(MonitoredNode.GOODS)));
                }
                if (operation % OPERATIONS_PER_FLUSH == 0) {
                    node.flush("goods", "carts");
                    // so that there is always a row to be read from the SSTables
                    node.invalidate("carts");
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            ended.complete(null);
        } catch (IOException | RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    /** Returns a number below a bound; small ones are more frequent. */
    private int skewed(int bound) {
        return Math.min(random.nextInt(bound), random.nextInt(bound));
    }

    /** Fails if the load has failed. */
    void check() throws IOException {
        if (ended.isDone()) {
            awaitEnd();
        }
    }

    /** Stops the load and waits for its end; fails if it has failed. */
    @Override
    public void close() throws IOException {
        stopped = true;
        awaitEnd();
    }

    private void awaitEnd() throws IOException {
        try {
            ended.join();
        } catch (CompletionException | CancellationException e) {
            throw new IOException("the load failed: " + e.getCause(), e);
        }
    }
}
