/** The runner of stress tests: jcstress in a JVM of its own. */
package org.ssdtier.segmentlog.stress;
