package org.ssdtier.segmentlog.device;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A {@link Storage} in memory, for tests and simulations. It outlives {@link #close()}, so a log can be opened again. */
public final class MemoryStorage implements Storage {
    private final Map<String, MemoryDevice> devices = new ConcurrentHashMap<>();

    /** Creates an empty storage. */
    public MemoryStorage() {}

    @Override
    public Device open(String name) {
        return devices.computeIfAbsent(name, absent -> new MemoryDevice());
    }

    @Override
    public List<String> names() {
        return List.copyOf(devices.keySet());
    }

    @Override
    public void delete(String name) {
        devices.remove(name);
    }

    @Override
    public void force() {}

    @Override
    public String describe() {
        return "directory=(memory)";
    }

    @Override
    public void close() {}
}
