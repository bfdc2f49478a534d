/**
 * Weaving: copies of a few Cassandra classes with calls into our hooks. This package runs in the build and in the installer, which
 * weaves for the Cassandra that it finds. It is not in the drop-in jar, because the advice is inlined into the woven classes.
 *
 * <p>Reading order: {@code Weaves} (every woven method, and the call that must be in it afterwards), the {@code …Advice} classes (the
 * inserted code), {@code Weaver} (reads, weaves, writes, lists the hashes of the originals), {@code Expectation} (fails if a weave did
 * not take), {@code LinkCheck} (fails if something that our classes use is missing). A port to another Cassandra begins in {@code
 * Weaves}: see the module's README.
 */
@NullMarked
package org.ssdtier.node.weaver;

import org.jspecify.annotations.NullMarked;
