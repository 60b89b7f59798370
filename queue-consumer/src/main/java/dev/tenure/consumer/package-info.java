/**
 * The consumer as an application sees it: handlers and their outcomes, options, the listener and
 * the status. Start at {@link dev.tenure.consumer.ItemHandler} and {@link
 * dev.tenure.consumer.Outcome}; a consumer is built by {@code
 * dev.tenure.consumer.service.Consumer}.
 *
 * <p>A consumer finds zones with work, leases their items, runs handlers on them and ends each item
 * exactly once (paper section 6, Algorithms 1 to 3). Each part of this work is a package below this
 * one, and knows only the packages behind its arrows:
 *
 * <pre>
 *   service ──► scan ──► visit ──► run ──► upkeep
 *      │          │                 │        │
 *      └──────────┴─────────────────┴─► end ─┴─► batch
 *   all of these ──► inflight ──► environment ──► failure
 * </pre>
 *
 * <p>Must stay true: an item's effects commit with its completion or not at all; no part calls
 * application code while it holds a lock. Must not know the packages below, except {@code top}.
 */
@NullMarked
package dev.tenure.consumer;

import org.jspecify.annotations.NullMarked;
