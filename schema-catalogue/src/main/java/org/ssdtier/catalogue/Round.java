package org.ssdtier.catalogue;

import java.util.List;

/**
 * What one comparison of a catalogue with the SSTables did.
 *
 * @param ran whether it ran; not while another one does
 * @param findings how they agreed before it
 * @param dropped how many definitions it dropped: neither it nor the round before had found them
 * @param kept how many are left
 * @param checkpointed whether the segments were written anew; if not, what was dropped comes back with the next opening and
 *     is dropped again then
 * @param unreadable dictionaries that could not be read, which keeps every definition
 */
public record Round(
        boolean ran, Findings findings, int dropped, int kept, boolean checkpointed, List<String> unreadable) {
    /** Makes the list unchangeable. */
    public Round {
        unreadable = List.copyOf(unreadable);
    }

    static Round notRun(int kept) {
        return new Round(false, Findings.NONE, 0, kept, false, List.of());
    }
}
