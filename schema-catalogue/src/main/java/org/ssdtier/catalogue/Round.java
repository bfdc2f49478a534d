package org.ssdtier.catalogue;

import java.util.List;

/**
 * The result of one comparison of a catalogue with the SSTables.
 *
 * @param ran whether the round ran; it does not while another one is in progress
 * @param findings how the catalogue and the SSTables agreed before it
 * @param dropped number of definitions dropped: neither this round nor the previous one had found them
 * @param kept number of definitions left
 * @param checkpointed whether the live definitions were rewritten to new segments; if not, dropped definitions come
 *     back at the next opening and are dropped again then
 * @param unreadable dictionaries that could not be read; if there are any, no definition is dropped
 */
public record Round(
        boolean ran, Findings findings, int dropped, int kept, boolean checkpointed, List<String> unreadable) {
    /** Makes the list unmodifiable. */
    public Round {
        unreadable = List.copyOf(unreadable);
    }

    static Round notRun(int kept) {
        return new Round(false, Findings.NONE, 0, kept, false, List.of());
    }
}
