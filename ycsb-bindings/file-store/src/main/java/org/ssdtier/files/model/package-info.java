/** Values of the file store: paths, metadata of files, settings, versions, and the exceptions of the operations. */
@NullMarked
package org.ssdtier.files.model;

import org.jspecify.annotations.NullMarked;
