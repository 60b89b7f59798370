/** Tests of cursors. */
@NullMarked
package dev.tenure.record.cursor;

import org.jspecify.annotations.NullMarked;
