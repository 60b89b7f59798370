/**
 * Key definitions that are stored, so that all clients agree while keys change.
 *
 * <p>Start at {@link dev.tenure.record.global.settings.StoredKeys}, the reserved record. {@link
 * dev.tenure.record.global.settings.KeysLease} reads a client's copy again before it is older than
 * the lease, and {@code FencedDataShard} refuses the last write of an operation whose copy is
 * older. What must stay true: a live record is written only in the place of a stored record, and
 * the age of the client's copy is checked after that stored record was read or inserted.
 */
@NullMarked
package dev.tenure.record.global.settings;

import org.jspecify.annotations.NullMarked;
