/** Tests of records as stored bytes; the golden ones were made by another program. */
@NullMarked
package dev.tenure.record.serialize;

import org.jspecify.annotations.NullMarked;
