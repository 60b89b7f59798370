/**
 * Key definitions that are stored, so that all clients agree while keys change.
 *
 * <p>Start at {@link dev.tenure.record.global.settings.StoredKeys}, the reserved record. {@link
 * dev.tenure.record.global.settings.KeysLease} keeps a client's copy young enough, and {@code
 * FencedDataShard} refuses the last write of an operation whose copy is not. What must stay true: a
 * live record only ever replaces a stored record, and the age of the client's copy is checked after
 * that stored record was read or inserted.
 */
@NullMarked
package dev.tenure.record.global.settings;

import org.jspecify.annotations.NullMarked;
