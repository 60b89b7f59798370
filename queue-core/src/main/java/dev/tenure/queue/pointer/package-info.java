/**
 * The pointer protocol: how a zone with work is always found. Its page is docs/queue-protocol.md.
 * {@code PointerWaker} is the producer's side, {@link dev.tenure.queue.pointer.PointerVisits} the
 * consumer's, {@link dev.tenure.queue.pointer.TopLevelQueue} what scanners read. Must stay true: a
 * zone with runnable items has a pointer at every commit version. Must not know consumers, threads
 * or where tenants are listed.
 */
@NullMarked
package dev.tenure.queue.pointer;

import org.jspecify.annotations.NullMarked;
