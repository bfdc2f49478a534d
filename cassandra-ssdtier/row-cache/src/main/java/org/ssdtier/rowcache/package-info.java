/**
 * The row cache's core: a memory tier with an SSD tier behind it. Knows nothing of Cassandra.
 *
 * <p>It caches <i>images</i>: bytes that are a pure function of what is on disk for a key. It may lose any image at any time; it
 * must never return one that is outdated or of another key.
 *
 * <h2>Life of a read</h2>
 *
 * <ol>
 *   <li>The caller captures {@link org.ssdtier.rowcache.CachedTable#ticket}, then takes its view of the table, then calls {@link
 *       org.ssdtier.rowcache.TieredCache#get}. View first, cache second: whatever leaves the memtables was put into the images
 *       before.
 *   <li>{@code MemoryTier.get}: one look-up in Caffeine. The image is retained, its stamp and the bytes of its key are checked.
 *   <li>{@code Pending.get}: the same for an image on its way to the SSD.
 *   <li>{@code SsdTier.read}: capture the key's epoch; find candidates in the index; one aligned device read each; check CRC
 *       (the log), key bytes, stamp. If the record moved meanwhile, start again. The image is promoted under the key's lock, if
 *       the epoch is still the captured one.
 *   <li>The answer counts only if the ticket is current now.
 * </ol>
 *
 * <h2>Life of a change</h2>
 *
 * <p>{@code beginChange}; {@code refresh} or {@code drop} each key, or {@code purge} the table or a range; switch the view;
 * {@code endChange}. A drop is one compute on the memory tier's map: take the image out
 * of pending, clear every matching entry of the index, then raise the epoch, release the image in memory. No I/O. A refresh does the
 * same, and nothing is merged in there: an image in memory is merged before, while it goes on answering, and exchanged if it is still
 * the same; one from behind memory is merged afterwards and put back if nothing happened in between ({@code Refresh}). A purge raises
 * a stamp: a few instructions.
 *
 * <p>A flush {@code sweeps}: it refreshes its keys in the order of their tokens, and readers publish what it has not come to yet
 * ({@link org.ssdtier.rowcache.CachedTable}). If {@code hasNoImages}, it looks at no key.
 *
 * <h2>Life of an eviction</h2>
 *
 * <ol>
 *   <li>Caffeine evicts and calls {@code SsdTier.demote} under the key's lock. An image that the SSD still holds needs no write;
 *       admission may reject it ({@code GhostFilter}: was it here before; {@code SsdReclaimer}: is it worth what goes for it);
 *       else it goes to {@code Pending}, if there is room there.
 *   <li>The writer appends key and image to the log, then enters the location into the index, under the pending map's lock and
 *       only if that very image is still pending. Else the record is garbage.
 *   <li>Reclaim frees segments before space is needed, the coldest first ({@code WarmthSurvey}): it copies the warm records, as
 *       far as the configured share of all writes goes, remembers those for which it does not as seen, and lets each entry of
 *       the index point to the copy by compare-and-set. If that fails the copy is garbage.
 * </ol>
 *
 * <h2>Life of a restart</h2>
 *
 * <p>A clean stop writes what memory holds and the SSD does not, saves the index as a snapshot, and marks the manifest clean with
 * the snapshot's id. The next open leaves all that as it is until the first write to a segment, which first marks the manifest
 * open and syncs it, or the first change of a recovered table, after which the writer does so: a start that fails before
 * costs nothing. Between a change and that mark the digest of the stop decides, as it does for whatever changed while the
 * cache was closed. If the manifest was clean, names this snapshot, and identity
 * and geometry are the same, the writer loads the index in the background; drops made meanwhile are repeated before the first
 * look-up. What was recovered of a table answers once {@link org.ssdtier.rowcache.TieredCache#confirm} was given the digest of the
 * stop. Any doubt: one WARN, and the tier starts cold.
 *
 * <h2>Life of a crash</h2>
 *
 * <p>An image depends on the table's SSTables alone. So a record on the SSD is right after a crash if it is known which changes
 * it follows, which changes touched its key since, and that the SSTables are those that were there at the end.
 *
 * <ol>
 *   <li><b>Change numbers</b> ({@code TableChanges}). The stamp of an image is the number of the last change it follows, and is
 *       the generation in its record's header. A change touches a key under the key's lock, when pending and index have lost it:
 *       from then on images of the key with a smaller stamp are dead. The place of a record in the log says nothing: one from
 *       before a flush may be appended after it, and never be entered into the index.
 *   <li><b>Journal</b> ({@code Journal}, {@code JournalDescriptor}, {@code JournalRecord}). {@link
 *       org.ssdtier.rowcache.TableChange#commit} writes a record before the change is visible: SSTables that come and go, the
 *       hashes of <i>every</i> key it touched (an entry may have been displaced while its record is still there), and which
 *       images are dead whatever their key. The caller waits for the sync, a second at most. A table that lost a record writes no
 *       other until it is declared anew.
 *   <li><b>What is written</b>. The writer holds back an image that follows a change which is not in the journal yet.
 *   <li><b>Checkpoint</b> ({@code CheckpointWriter}, {@code CheckpointDescriptor}). Now and then the writer begins a new file of
 *       the journal, notes where the log is, and copies the index chunk by chunk while it is in use. What an entry may miss is in
 *       the new file, or in records behind that place in the log. Older files then go.
 *   <li><b>Recovery</b> ({@code JournalChain}, {@code CrashRecovery}). The newest complete checkpoint, without entries of segments
 *       that were reused and of keys touched since; then the records behind its place in the log, if their stamp is one that the
 *       journal accounts for and no change with a higher number touched their key. In the background; nothing answers before.
 *   <li><b>SSTables</b> ({@code JournalTable}). The owner gives those of the start. The same: the table answers. More: it answers
 *       once the keys of those that came were dropped. Some are missing: the table is cold. A compaction counts as done or not
 *       done, as it is found.
 * </ol>
 *
 * <p>Losing the journal's end is harmless, wherever it is cut: a table has then other SSTables than the journal says; or it has
 * those of an earlier moment, and of the images that follow later changes none counts.
 *
 * <h2>Lock order</h2>
 *
 * <table>
 *   <caption>A lock is taken only while holding those above it</caption>
 *   <tr><th>lock</th><th>taken by</th><th>inside it</th></tr>
 *   <tr><td>key's lock: the compute of the memory tier's map</td><td>publish, drop, refresh, promote, evict</td>
 *       <td>no I/O, no other call of that map, no reading of the clock</td></tr>
 *   <tr><td>pending map's lock of the key</td><td>those, and the writer's publish</td><td>index only</td></tr>
 *   <tr><td>(none) index</td><td>everybody</td><td>each change is one compare-and-set of one word</td></tr>
 *   <tr><td>TableChanges' monitor</td><td>touch, begin, commit, end; drops and refreshes hold the key's lock</td>
 *       <td>CachedTable's monitor, the journal's queue</td></tr>
 *   <tr><td>CachedTable's monitor</td><td>purge, confirm</td><td>nothing else</td></tr>
 *   <tr><td>SsdHealth's monitor</td><td>errors, the writer</td><td>nothing else</td></tr>
 * </table>
 *
 * <h2>Who guards which field</h2>
 *
 * <table>
 *   <caption>Shared fields</caption>
 *   <tr><th>field</th><th>read</th><th>written</th><th>guard</th></tr>
 *   <tr><td>CachedTable.state</td><td>volatile</td><td>add</td><td>atomic</td></tr>
 *   <tr><td>CachedTable.sweptTo</td><td>volatile; before state</td><td>volatile</td><td>the change in progress, if it is one
 *       only</td></tr>
 *   <tr><td>CachedTable.stamp, floor, marks</td><td>volatile; stamp before state</td><td>volatile; after state</td>
 *       <td>monitor</td></tr>
 *   <tr><td>MemoryImage.references</td><td>opaque</td><td>compare-and-set, add</td><td>atomic; the block is used only with a
 *       reference</td></tr>
 *   <tr><td>MemoryImage flags (off heap)</td><td>plain</td><td>plain</td><td>none: a lost flag costs a write or a read</td></tr>
 *   <tr><td>index slot (off heap)</td><td>volatile</td><td>compare-and-set</td><td>put: the writer only</td></tr>
 *   <tr><td>epoch</td><td>volatile</td><td>increment</td><td>raised under the key's lock</td></tr>
 *   <tr><td>SsdTier.log</td><td>volatile</td><td>volatile</td><td>the writer's thread, or open and close</td></tr>
 *   <tr><td>SsdHealth.state, paused</td><td>volatile</td><td>volatile</td><td>monitor; paused: operators</td></tr>
 * </table>
 */
@NullMarked
package org.ssdtier.rowcache;

import org.jspecify.annotations.NullMarked;
