/**
 * What an application gives to a consumer, and what it is told by it: handlers and their outcomes,
 * options, the listener and the status. Start at {@link dev.tenure.consumer.ItemHandler} and {@link
 * dev.tenure.consumer.Outcome}; a consumer is built by {@code
 * dev.tenure.consumer.service.Consumer}.
 *
 * <p>A consumer finds zones with work, leases their items, runs handlers on them and ends each item
 * exactly once (paper section 6, Algorithms 1 to 3). Each part of that is a package below this one,
 * and knows those below it:
 *
 * <pre>
 *   service ──► scan ──► visit ──► run ──► upkeep
 *      │          │                 │        │
 *      └──────────┴─────────────────┴─► end ─┴─► batch
 *   all of these ──► inflight ──► environment ──► failure
 * </pre>
 *
 * <p>Must stay true: an item's effects commit with its completion or not at all; no part calls out
 * while it holds a lock. Must not know the packages below, but {@code top}.
 */
@NullMarked
package dev.tenure.consumer;

import org.jspecify.annotations.NullMarked;
