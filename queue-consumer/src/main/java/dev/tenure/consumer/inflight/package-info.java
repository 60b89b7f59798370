/**
 * Keeps the in-flight work of a consumer within its limits: items from their lease to their end,
 * visits under way, slots, and permits of each work type. Start at {@link
 * dev.tenure.consumer.inflight.InFlightItem}.
 *
 * <p>Must stay true: each transition of an item is made by exactly one caller; each slot and each
 * permit that was taken is given back once. Must not know how items are found, run or ended.
 */
@NullMarked
package dev.tenure.consumer.inflight;

import org.jspecify.annotations.NullMarked;
