/**
 * The decisions about what is written to the SSD: which evicted images are admitted
 * ({@link org.ssdtier.rowcache.admission.AdmissionPolicy}), and how many bytes a second
 * ({@link org.ssdtier.rowcache.admission.WriteBudget}).
 *
 * <p>A new policy implements {@code AdmissionPolicy} and gets a constant in
 * {@link org.ssdtier.rowcache.admission.Admission}, whose name in lower case is its name in {@code cassandra.yaml}.
 */
@NullMarked
package org.ssdtier.rowcache.admission;

import org.jspecify.annotations.NullMarked;
