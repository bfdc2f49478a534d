/**
 * The core of the row cache, independent of Cassandra: a memory tier with an SSD tier behind it.
 *
 * <p>It caches row images, called <i>images</i> here: bytes that are a pure function of a key's data on disk. It may
 * lose any image at any time, but must never return one that is outdated or of another key.
 *
 * <h2>Life of a read</h2>
 *
 * <ol>
 *   <li>The caller captures {@link org.ssdtier.rowcache.CachedTable#ticket}, then takes its view of the table, then
 *       calls {@link org.ssdtier.rowcache.TieredCache#get}. The order matters: data that leaves the memtables was
 *       merged into the images before.
 *   <li>{@code MemoryTier.get}: one look-up in Caffeine. The image is retained, and its stamp and the bytes of its key
 *       are checked.
 *   <li>{@code Pending.get}: the same for an image on its way to the SSD.
 *   <li>{@code SsdTier.read}: captures the key's epoch; finds candidates in the index; reads each with one aligned
 *       device read; checks CRC (in the log), key bytes and stamp. If the record moved meanwhile, the look-up starts
 *       again. The image is promoted under the key's lock, if the epoch is still the captured one.
 *   <li>The result is returned only if the ticket is still current.
 * </ol>
 *
 * <h2>Life of a change</h2>
 *
 * <p>The owner calls {@code beginChange}; then {@code refresh} or {@code drop} for each key, or {@code purge} for the
 * table or a range; switches the view; and calls {@code endChange}.
 *
 * <p>A drop is one compute on the memory tier's map, without I/O: it removes the image from pending, clears every
 * matching index entry, raises the epoch, and releases the image in memory. A refresh does the same, and merges nothing
 * inside the compute: an image in memory is merged before, while it continues to answer, and replaced if it is still
 * the same; an image from behind memory is merged afterwards and put back if the key was not changed in between ({@code
 * Refresh}). A purge raises a stamp, in a few instructions.
 *
 * <p>A flush is a <i>sweep</i>: it refreshes its keys in token order, and readers may publish images of keys that it
 * has not reached yet ({@link org.ssdtier.rowcache.CachedTable}). If {@code hasNoImages} returns true, it skips all
 * keys.
 *
 * <h2>Life of an eviction</h2>
 *
 * <ol>
 *   <li>Caffeine evicts an image and calls {@code SsdTier.demote} under the key's lock. An image that the SSD still
 *       holds needs no write. The {@link org.ssdtier.rowcache.admission.AdmissionPolicy} may reject the image: if the
 *       row was not seen before, or is not worth the records that its write displaces. Otherwise it is added to {@code
 *       Pending}, if there is room.
 *   <li>The writer appends key and image to the log, then enters the location into the index, under the pending map's
 *       lock and only if exactly that image is still pending. Otherwise the record is garbage.
 *   <li>Reclaim frees segments before space is needed, garbage and the coldest first ({@code WarmthSurvey}). It
 *       reinserts warm records as far as the configured share of all writes allows, and the admission policy records
 *       the others. It sets each index entry to the copy's location by compare-and-set; if that fails, the copy is garbage.
 * </ol>
 *
 * <h2>Life of a restart</h2>
 *
 * <p>A clean stop writes the images in memory that are not on the SSD, saves the index as a snapshot, and marks the
 * manifest clean with the snapshot's id. The next open does not change this state until the first write to a segment,
 * which first marks the manifest open and syncs it; or until the first change of a recovered table, after which the
 * writer does so. A start that fails before that costs nothing. A change that is not followed by that mark is detected
 * by the digest of the stop, as is any change made while the cache was closed.
 *
 * <p>If the manifest is clean and names this snapshot, and identity and geometry are the same, the writer loads the
 * index in the background. Drops made meanwhile are repeated before the first look-up. The recovered images of a table
 * answer once {@link org.ssdtier.rowcache.TieredCache#confirm} was called with the digest of the stop; if the digest
 * differs, the table is purged. If the snapshot cannot be opened, the tier recovers from its journal, as after a crash;
 * without a usable journal, or if the load of the index fails, one WARN is logged and the tier starts cold.
 *
 * <h2>Life of a crash</h2>
 *
 * <p>An image depends only on the table's SSTables. So after a crash a record on the SSD can be used if it is known
 * which changes it follows, that no change has touched its key since, and that the SSTables are those at the time of
 * the crash.
 *
 * <ol>
 *   <li><b>Change numbers</b> ({@code TableChanges}). The stamp of an image is the number of the last change it
 *       follows, and is the generation in its record's header. A change touches a key under the key's lock, after the
 *       key's removal from pending and index; from then on images of the key with a lower stamp are dead. The position
 *       of a record in the log proves nothing: a record from before a flush may be appended after it, and never be
 *       entered into the index.
 *   <li><b>Journal</b> ({@code Journal}, {@code JournalDescriptor}, {@code JournalRecord}). {@link
 *       org.ssdtier.rowcache.TableChange#commit} writes a journal record before the change is visible: the SSTables
 *       added and removed, the hashes of <i>every</i> key it touched (an index entry may have been displaced while its
 *       record is still in the log), and which images are dead regardless of their key. The caller waits for the sync,
 *       one second at most. A table of which a record was lost writes no other until it is declared again.
 *   <li><b>Held-back images</b>. The writer holds back an image that follows a change that is not in the journal yet.
 *   <li><b>Checkpoint</b> ({@code CheckpointWriter}, {@code CheckpointDescriptor}). Periodically the writer begins a
 *       new file of the journal, saves the current position of the log, and copies the index chunk by chunk while it is
 *       in use. Changes that the copy misses are in the new file, or in records after that position in the log. Older
 *       files are then deleted.
 *   <li><b>Recovery</b> ({@code JournalChain}, {@code CrashRecovery}). The newest complete checkpoint is loaded,
 *       without entries of segments that were reused and of keys touched since. Then the records after its position in
 *       the log are added, if their stamp is one that the journal accounts for and no change with a higher number
 *       touched their key. This runs in the background; nothing on the SSD answers before its end.
 *   <li><b>SSTables</b> ({@code JournalTable}). The owner passes those of the start. If they are those of the journal,
 *       the table answers. If there are more, it answers once the keys of the added ones were dropped. If some are
 *       missing, the table is cold. A compaction in the journal counts as completed or not, depending on which SSTables
 *       are found.
 * </ol>
 *
 * <p>Losing the end of the journal is harmless, wherever it is cut off. Either the table's SSTables are not those in
 * the journal; or they are those of an earlier moment, and images that follow later changes are not used.
 *
 * <h2>Lock order</h2>
 *
 * <table>
 *   <caption>A lock is taken only while holding those above it</caption>
 *   <tr><th>lock</th><th>taken by</th><th>inside it</th></tr>
 *   <tr><td>key's lock: {@code KeyLocks}</td><td>publish, drop, refresh, promote, evict</td>
 *       <td>no I/O, no other call of that map, no reading of the clock</td></tr>
 *   <tr><td>pending map's lock of the key</td><td>the same, and the writer's publish</td><td>index only</td></tr>
 *   <tr><td>index: no lock</td><td>all threads</td><td>each change is one compare-and-set of one word</td></tr>
 *   <tr><td>TableChanges' monitor</td><td>touch, begin, commit, end; drops and refreshes hold the key's lock</td>
 *       <td>TableStamps' monitor, the journal's queue</td></tr>
 *   <tr><td>CachedTable's monitor</td><td>confirm, snapshot</td><td>TableStamps' monitor</td></tr>
 *   <tr><td>TableStamps' monitor</td><td>purge, change</td><td>nothing else</td></tr>
 *   <tr><td>SsdHealth's monitor</td><td>errors, the writer</td><td>nothing else</td></tr>
 * </table>
 *
 * <h2>Guards of shared fields</h2>
 *
 * <table>
 *   <caption>Shared fields</caption>
 *   <tr><th>field</th><th>read</th><th>written</th><th>guard</th></tr>
 *   <tr><td>CachedTable.state</td><td>volatile</td><td>add</td><td>atomic</td></tr>
 *   <tr><td>CachedTable.sweptTo</td><td>volatile; before state</td><td>volatile</td><td>the change in progress, if it
 *       is the only one</td></tr>
 *   <tr><td>TableStamps.current, floor, marks</td><td>volatile; stamp before state</td><td>volatile; after state</td>
 *       <td>monitor</td></tr>
 *   <tr><td>MemoryImage.references</td><td>opaque</td><td>compare-and-set, add</td><td>atomic; the block is used only
 *       with a reference</td></tr>
 *   <tr><td>MemoryImage flags (off heap)</td><td>plain</td><td>plain</td><td>none: a lost flag costs a write or a
 *       read</td></tr>
 *   <tr><td>index entry (off heap)</td><td>volatile</td><td>compare-and-set</td><td>put: the writer only</td></tr>
 *   <tr><td>epoch</td><td>volatile</td><td>increment</td><td>raised under the key's lock</td></tr>
 *   <tr><td>SsdParts.log</td><td>volatile</td><td>volatile</td><td>writer's thread, or open and close</td></tr>
 *   <tr><td>SsdHealth.state, paused</td><td>volatile</td><td>volatile</td><td>monitor; paused: operators</td></tr>
 * </table>
 */
@NullMarked
package org.ssdtier.rowcache;

import org.jspecify.annotations.NullMarked;
