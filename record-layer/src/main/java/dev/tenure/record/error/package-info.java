/**
 * The errors of the record layer, and what FoundationDB's error codes mean.
 *
 * <p>Start at {@link dev.tenure.record.error.RecordLayerException}. {@link
 * dev.tenure.record.error.FdbErrorPredicates} tells which errors may be retried; {@link
 * dev.tenure.record.error.StoredPlace} makes the errors about stored messages. What must stay true:
 * an error of FoundationDB keeps its code; an error whose transaction may have been committed says
 * so. This package knows no other package.
 */
@NullMarked
package dev.tenure.record.error;

import org.jspecify.annotations.NullMarked;
