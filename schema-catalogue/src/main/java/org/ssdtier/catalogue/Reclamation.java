package org.ssdtier.catalogue;

/**
 * What one reclamation did.
 *
 * @param ran whether it ran; not while another one does
 * @param dropped how many definitions it dropped
 * @param kept how many are left
 * @param checkpointed whether the segments were written anew; if not, what was dropped comes back with the next opening and
 *     is dropped again then
 */
public record Reclamation(boolean ran, int dropped, int kept, boolean checkpointed) {}
