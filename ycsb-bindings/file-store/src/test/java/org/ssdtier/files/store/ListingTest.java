package org.ssdtier.files.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.table.Layout;
import org.ssdtier.files.table.StoreTables;

/** Listings of directories with many buckets. */
@Tag("unit")
final class ListingTest {
    private static final StorePath D = StorePath.of("/d");

    /** One after the other, the reads of thousands of buckets would delay the first entry by as many round trips. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void list_ofManyBuckets_readsThemInOneStep(StoreModel model) throws Exception {
        FakeTables fake = new FakeTables();
        fake.changeLayout(D, Layout.FIRST, Layout.stable(5));
        Map<String, Integer> calls = new HashMap<>();
        StoreTables counted = (StoreTables) Proxy.newProxyInstance(
                StoreTables.class.getClassLoader(), new Class<?>[] {StoreTables.class}, (proxy, method, arguments) -> {
                    calls.merge(method.getName(), 1, Integer::sum);
                    return method.invoke(fake, arguments);
                });
        FileStore store =
                StoppedClock.open(new StoreSettings(StoreSettings.FORMAT_VERSION, model, 8, 1_000_000), counted);
        for (int i = 10; i < 50; i++) {
            store.put(
                    StorePath.of("/d/" + i),
                    InputStream.nullInputStream(),
                    new FileAttributes(Instant.EPOCH, 0644, "text/plain"));
        }
        calls.clear();
        List<DirectoryListing.Entry> found =
                store.list(D, StorePath.of("/d/19")).next(20);
        assertEquals(20, found.size());
        assertEquals(StorePath.of("/d/20"), found.get(0).path());
        assertEquals(StorePath.of("/d/39"), found.get(19).path());
        assertEquals(1, calls.get("entriesOfEach"), calls.toString());
        assertEquals(0, calls.getOrDefault("entries", 0), calls.toString());
    }
}
