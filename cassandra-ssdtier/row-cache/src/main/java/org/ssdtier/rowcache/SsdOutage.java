package org.ssdtier.rowcache;

/**
 * The reason and duration of the SSD tier being offline.
 *
 * @param reason the error or stall that took the tier offline, or the failure of the last attempt to recover
 * @param forMillis time the tier has been offline
 * @param nextAttemptMillis time until the next attempt to recover; 0 when it is due
 */
public record SsdOutage(String reason, long forMillis, long nextAttemptMillis) {}
