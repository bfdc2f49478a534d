package org.ssdtier.files.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.table.Layout;

@Tag("unit")
final class VacancyTest {
    private static final StorePath DIRECTORY = StorePath.of("/d");
    private static final StorePath FILE = StorePath.of("/d/f");

    private final FakeTables tables = new FakeTables();
    private final StoppedClock clock = new StoppedClock();

    private FileStore open(StoreModel model) {
        StoreSettings settings = new StoreSettings(StoreSettings.FORMAT_VERSION, model, 64, 1_000);
        return FileStore.open(settings, tables, clock, 1, crowded -> {});
    }

    private static FileAttributes attributes() {
        return new FileAttributes(Instant.EPOCH, FileAttributes.DEFAULT_MODE, "text/plain");
    }

    @Test
    void vacancy_ofANewDirectory_holdsForItsLease() throws IOException {
        Vacancy vacancy = open(StoreModel.FILE_PER_ROW).createDirectory(DIRECTORY);
        assertTrue(vacancy.holds());
        clock.sleep(Vacancy.LEASE.minusNanos(1));
        assertTrue(vacancy.holds());
        clock.sleep(Duration.ofNanos(1));
        assertFalse(vacancy.holds());
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void vacancy_ofADirectoryWithAFile_doesNotHold(StoreModel model) throws IOException {
        FileStore store = open(model);
        store.put(FILE, InputStream.nullInputStream(), attributes());
        assertFalse(store.createDirectory(DIRECTORY).holds());
        assertFalse(store.createDirectory(StorePath.root()).holds());
    }

    /** An emptied directory that was split has many buckets; looking at all would cost more than its files. */
    @Test
    void vacancy_ofASplitDirectory_doesNotHold() throws IOException {
        FileStore store = open(StoreModel.FILE_PER_ROW);
        store.createDirectory(DIRECTORY);
        assertTrue(tables.changeLayout(DIRECTORY, Layout.FIRST, new Layout(1, 1, Layout.Phase.STABLE)));
        clock.sleep(Layouts.LEASE);
        assertFalse(store.createDirectory(DIRECTORY).holds());
    }

    /** Later, an ordinary put looks at the path and replaces the entry of the place. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void reservation_holdsAsLongAsTheVacancy(StoreModel model) throws IOException {
        FileStore store = open(model);
        Vacancy vacancy = store.createDirectory(DIRECTORY);
        NewFile place = store.reserve(DIRECTORY, List.of(FILE), vacancy).get(0);
        assertTrue(place.holds());
        assertTrue(store.list(DIRECTORY, null).next(10).isEmpty());
        clock.sleep(Vacancy.LEASE);
        assertFalse(place.holds());
        store.put(FILE, InputStream.nullInputStream(), attributes());
        assertEquals(1, store.list(DIRECTORY, null).next(10).size());
        assertTrue(store.remove(FILE));
        assertTrue(store.list(DIRECTORY, null).next(10).isEmpty());
    }

    /** The place of a file that was put and removed in between is gone, and so is the file that comes late. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void putNew_pathRemovedSinceTheReservation_isRemovedToo(StoreModel model) throws IOException {
        FileStore store = open(model);
        Vacancy vacancy = store.createDirectory(DIRECTORY);
        NewFile place = store.reserve(DIRECTORY, List.of(FILE), vacancy).get(0);
        FileStore other = open(model);
        clock.sleep(Duration.ofSeconds(1));
        other.put(FILE, InputStream.nullInputStream(), attributes());
        clock.sleep(Duration.ofSeconds(1));
        assertTrue(other.remove(FILE));
        store.putNew(place, InputStream.nullInputStream(), attributes());

        assertTrue(store.stat(FILE).isEmpty());
        assertTrue(store.list(DIRECTORY, null).next(10).isEmpty());
    }

    /** An upload of chunks takes longer than a place holds. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void putNew_whereADirectoryWasCreatedMeanwhile_isRefused(StoreModel model) throws IOException {
        FileStore store = open(model);
        NewFile place = store.reserve(DIRECTORY, List.of(FILE), store.createDirectory(DIRECTORY))
                .get(0);
        clock.sleep(Duration.ofSeconds(1));
        open(model).createDirectory(FILE);
        ByteArrayInputStream content = new ByteArrayInputStream(new byte[200]);
        assertThrows(StoreException.class, () -> store.putNew(place, content, attributes()));
        store.close();

        assertTrue(store.isDirectory(FILE));
        assertTrue(store.stat(FILE).isEmpty());
        assertEquals(0, tables.chunkCount());
    }

    /** Two clients put a file: readers get the newer one, and a removal removes both. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void putNew_anotherClientWasFaster_readsAsTheNewerOne(StoreModel model) throws IOException {
        FileStore store = open(model);
        Vacancy vacancy = store.createDirectory(DIRECTORY);
        open(model).put(FILE, InputStream.nullInputStream(), attributes());
        clock.sleep(Duration.ofSeconds(1));
        assertTrue(vacancy.holds());
        NewFile place = store.reserve(DIRECTORY, List.of(FILE), vacancy).get(0);
        store.putNew(place, new ByteArrayInputStream(new byte[] {7}), attributes());

        assertEquals(1, store.read(FILE).length);
        assertEquals(1, store.list(DIRECTORY, null).next(10).size());
        clock.sleep(Duration.ofSeconds(1));
        assertTrue(store.remove(FILE));
        assertTrue(store.stat(FILE).isEmpty());
        assertTrue(store.list(DIRECTORY, null).next(10).isEmpty());
    }
}
