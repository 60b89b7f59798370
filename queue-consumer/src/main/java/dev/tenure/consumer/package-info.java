/**
 * The consumer: finds zones with work, leases their items, runs handlers on them and ends each item
 * exactly once (paper section 6, Algorithms 1 to 3). Start at {@link dev.tenure.consumer.Consumer};
 * it only wires. {@code Scanner} chooses pointers, {@code Manager} visits their zones, {@code
 * Worker} runs items, {@code LeaseKeeper} keeps them held, {@code Completer} commits what became of
 * them; both write through {@code Batches}, many items to a transaction.
 *
 * <p>Must stay true: an item's effects commit with its completion or not at all; nothing here
 * starts a thread, reads a clock or draws a random number that was not handed in; no role calls out
 * while it holds a lock. Must not know Spring, HTTP, or which engine is below.
 */
@NullMarked
package dev.tenure.consumer;

import org.jspecify.annotations.NullMarked;
