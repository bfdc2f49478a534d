package org.ssdtier.rowcache.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;

/** The files of dictionaries: what is read at a start is what was saved, or nothing. */
@Tag("unit")
class DictionaryStoreTest {
    private static final UUID ID = new UUID(1, 2);

    private final HookStorage storage = new HookStorage();
    private final CompressionCounters counters = new CompressionCounters();
    private final DictionaryStore store = new DictionaryStore(true, counters);
    private final List<Boolean> outcomes = new ArrayList<>();

    @Test
    void open_savedDictionaries_areTheSame() throws IOException {
        Dictionary first = save(5_000);
        Dictionary second = save(1);
        DictionaryStore next = opened(true);
        assertEquals(2, next.saved().size());
        Dictionary read = next.saved().get(0);
        assertArrayEquals(first.content(), read.content());
        assertEquals(first.id(), read.id());
        assertEquals(ID, read.table());
        assertEquals(first.number(), read.number());
        assertArrayEquals(second.content(), next.saved().get(1).content());
        assertEquals(3, next.nextNumber());
    }

    /** A start that is abandoned while the device hangs must not use dictionaries that the late opening will free. */
    @Test
    void open_untilAllAreRead_showsNone() throws IOException {
        save(5_000);
        save(300);
        DictionaryStore next = new DictionaryStore(true, counters);
        storage.afterRead(read -> assertEquals(List.of(), next.saved()));
        next.open(storage, true);
        storage.calm();
        assertEquals(2, next.saved().size());
        Dictionary read = next.saved().get(0);
        next.forget();
        next.forget();
        assertFalse(read.retain(), "freed, and only once");
    }

    /** The checksums cover every byte of the file. */
    @Test
    void open_anyBitFlipped_isNoDictionary() throws IOException {
        Dictionary saved = save(300);
        Random random = new Random(11);
        Device device = storage.raw(DictionaryDescriptor.name(saved.number()));
        ByteBuffer content = AlignedBuffers.allocate((int) device.size());
        device.read(content, 0);
        for (int flip = 0; flip < 300; flip++) {
            int at = flip < 44 ? flip : 4096 + random.nextInt(300);
            ByteBuffer damaged = AlignedBuffers.allocate(content.capacity());
            damaged.put(0, content, 0, content.capacity());
            damaged.put(at, (byte) (damaged.get(at) ^ (1 << random.nextInt(8))));
            Device written = storage.open(DictionaryDescriptor.name(saved.number()));
            written.allocate(damaged.capacity());
            written.write(damaged, 0);
            assertEquals(List.of(), opened(true).saved(), "offset=" + at);
        }
        assertEquals(300, counters.damaged());
        assertEquals(List.of(), dictionaries(), "a damaged file is removed");
    }

    @Test
    void open_cold_removesThem() throws IOException {
        save(300);
        assertEquals(List.of(), opened(false).saved());
        assertEquals(List.of(), dictionaries());
        assertEquals(0, counters.damaged());
    }

    @Test
    void save_theDeviceFails_theDictionaryIsNotUsed() {
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                throw new IOException("sick");
            }
        });
        store.save(dictionary(300), outcomes::add);
        assertThrows(IOException.class, () -> store.step(storage));
        assertEquals(List.of(false), outcomes);
        assertEquals(List.of(), store.saved());
    }

    @Test
    void save_withoutADirectory_endsAtOnce() {
        new DictionaryStore(false, counters).save(dictionary(300), outcomes::add);
        assertEquals(List.of(true), outcomes);
    }

    /** Checked by removal: a file that is only deleted keeps its bytes on the device. */
    @Test
    void remove_overwritesTheFile_beforeItIsDeleted() throws IOException {
        Dictionary saved = save(300);
        Device device = storage.raw(DictionaryDescriptor.name(saved.number()));
        store.remove(saved);
        assertTrue(store.step(storage));
        assertFalse(store.step(storage));
        assertEquals(List.of(), dictionaries());
        assertEquals(0, nonZeros(device));
    }

    @Test
    void erase_overwritesAllFiles_andDropsWhatWasRequested() throws IOException {
        Device device = storage.raw(DictionaryDescriptor.name(save(300).number()));
        store.save(dictionary(300), outcomes::add);
        store.erase(storage);
        assertEquals(List.of(true, false), outcomes);
        assertEquals(List.of(), dictionaries());
        assertEquals(0, nonZeros(device));
        assertFalse(store.step(storage));
    }

    /** A directory that was replaced, or that has files of another life. */
    @Test
    void restore_anotherDirectory_holdsExactlyTheDurableOnes() throws IOException {
        save(300);
        save(300);
        Dictionary removed = save(300);
        HookStorage other = new HookStorage();
        other.open("dictionary-00000077").allocate(4096);
        store.remove(removed);
        store.restore(other);
        assertEquals(List.of("dictionary-00000001", "dictionary-00000002"), names(other));
    }

    private Dictionary save(int bytes) throws IOException {
        Dictionary dictionary = dictionary(bytes);
        store.save(dictionary, outcomes::add);
        assertTrue(store.step(storage));
        return dictionary;
    }

    private Dictionary dictionary(int bytes) {
        int number = store.nextNumber();
        byte[] content = new byte[bytes];
        new Random(number).nextBytes(content);
        return new Dictionary(ID, number, content, 3);
    }

    private DictionaryStore opened(boolean isWarm) throws IOException {
        DictionaryStore next = new DictionaryStore(true, counters);
        next.open(storage, isWarm);
        return next;
    }

    private List<String> dictionaries() throws IOException {
        return names(storage);
    }

    private static List<String> names(HookStorage of) throws IOException {
        return of.names().stream()
                .filter(name -> name.startsWith("dictionary-"))
                .sorted()
                .toList();
    }

    private static long nonZeros(Device device) throws IOException {
        ByteBuffer bytes = AlignedBuffers.allocate((int) device.size());
        device.read(bytes, 0);
        long found = 0;
        for (int at = 0; at < bytes.capacity(); at++) {
            found += bytes.get(at) == 0 ? 0 : 1;
        }
        return found;
    }
}
