package org.ssdtier.files.ycsb;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Static methods to read key sets from Redis. Used only if one is configured: Jedis is an optional dependency. */
final class RedisKeys {
    private static final int PAGE = 10_000;

    private RedisKeys() {}

    /** Reads a list, {@code redis://HOST:PORT/LIST}. */
    static List<String> read(String source) throws IOException {
        URI address = URI.create(source);
        String list = address.getPath() == null ? "" : address.getPath().replaceFirst("^/", "");
        if (address.getHost() == null || list.isEmpty()) {
            throw new IOException("files.keys=" + source + ", allowed: redis://HOST:PORT/LIST");
        }
        List<String> keys = new ArrayList<>();
        try (Jedis redis = new Jedis(address.getHost(), address.getPort() < 0 ? 6379 : address.getPort())) {
            List<String> page = redis.lrange(list, 0, PAGE - 1L);
            while (!page.isEmpty()) {
                keys.addAll(page);
                page = redis.lrange(list, keys.size(), keys.size() + PAGE - 1L);
            }
        } catch (JedisException e) {
            throw new IOException("files.keys=" + source + ": " + e.getMessage(), e);
        }
        return keys;
    }
}
