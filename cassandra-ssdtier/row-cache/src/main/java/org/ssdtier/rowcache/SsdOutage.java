package org.ssdtier.rowcache;

/**
 * Why the SSD tier is offline.
 *
 * @param reason the error or stall that took it offline, or that the last attempt to come back met
 * @param forMillis how long it has been offline
 * @param nextAttemptMillis in how long it tries to come back; 0 when it is due
 */
public record SsdOutage(String reason, long forMillis, long nextAttemptMillis) {}
