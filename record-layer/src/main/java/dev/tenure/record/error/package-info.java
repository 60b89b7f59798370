/**
 * The errors of the record layer, and the meaning of FoundationDB's error codes.
 *
 * <p>Start at {@link dev.tenure.record.error.RecordLayerException}. {@link
 * dev.tenure.record.error.FdbErrorPredicates} decides which errors may be retried; {@link
 * dev.tenure.record.error.StoredPlace} makes the errors about stored messages. What must stay true:
 * an error of FoundationDB keeps its code; an error tells whether its transaction may have been
 * committed. This package knows no other package.
 */
@NullMarked
package dev.tenure.record.error;

import org.jspecify.annotations.NullMarked;
