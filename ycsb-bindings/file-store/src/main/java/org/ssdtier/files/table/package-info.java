/**
 * The statements that a store makes, as an interface ({@link org.ssdtier.files.table.StoreTables}) with the rows it
 * reads and writes. Tests replace the driver here.
 */
@NullMarked
package org.ssdtier.files.table;

import org.jspecify.annotations.NullMarked;
