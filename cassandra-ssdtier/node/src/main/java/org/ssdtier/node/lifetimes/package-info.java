/**
 * The lifetimes of the files that a node writes, which the kernel passes on to a drive that separates data by lifetime.
 *
 * <p>Reading order: {@link org.ssdtier.node.lifetimes.Lifetime} (the words), {@link org.ssdtier.node.lifetimes.FileKind} (what
 * is written), {@link org.ssdtier.node.lifetimes.LifetimePlan} (which word for which kind), {@link
 * org.ssdtier.node.lifetimes.CompactionTiers} (the tier of a compaction), {@link org.ssdtier.node.lifetimes.WriteHints} (the
 * call of the kernel), {@link org.ssdtier.node.lifetimes.WriteLifetimes} (the files that are open), and {@link
 * org.ssdtier.node.lifetimes.LifetimeHooks} (the calls from the woven classes).
 */
@NullMarked
package org.ssdtier.node.lifetimes;

import org.jspecify.annotations.NullMarked;
