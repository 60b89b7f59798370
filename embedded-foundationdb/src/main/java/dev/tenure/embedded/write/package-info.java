/**
 * The uncommitted writes of one transaction. Start at {@link
 * dev.tenure.embedded.write.WriteBuffer}, which holds them by key and range; {@link
 * dev.tenure.embedded.write.WriteSegments} walks it in the order of the keys, and {@link
 * dev.tenure.embedded.write.DirectWrites} keeps them instead when the transaction does not read its
 * own writes.
 *
 * <p>What must stay true: the mutations and write conflict ranges of a commit are those that
 * FoundationDB 7.3 would send. Every buffer belongs to one attempt and is used under its monitor.
 * Knows nothing of stored rows, options or retries.
 */
@NullMarked
package dev.tenure.embedded.write;

import org.jspecify.annotations.NullMarked;
