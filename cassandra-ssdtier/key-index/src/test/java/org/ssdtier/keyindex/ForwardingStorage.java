package org.ssdtier.keyindex;

import java.io.IOException;
import java.util.List;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;

/** A storage for tests that override what another one does. */
class ForwardingStorage implements Storage {
    private final Storage storage;

    ForwardingStorage(Storage storage) {
        this.storage = storage;
    }

    @Override
    public Device open(String name) throws IOException {
        return storage.open(name);
    }

    @Override
    public List<String> names() throws IOException {
        return storage.names();
    }

    @Override
    public void delete(String name) throws IOException {
        storage.delete(name);
    }

    @Override
    public void force() throws IOException {
        storage.force();
    }

    @Override
    public boolean isPresent() {
        return storage.isPresent();
    }

    @Override
    public boolean isFailing() {
        return storage.isFailing();
    }

    @Override
    public String describe() {
        return storage.describe();
    }

    @Override
    public void close() {
        storage.close();
    }
}
