/**
 * The client of the global index that applications use.
 *
 * <p>Start at {@link dev.tenure.record.global.client.GlobalIndex}. {@link
 * dev.tenure.record.global.client.Generations} gives each create its generation, {@link
 * dev.tenure.record.global.client.GarbageCleaning} cleans in the background, {@link
 * dev.tenure.record.global.client.IndexShardHealth} remembers which index shards are down. What
 * must stay true: a client keeps no state that another client needs, and retries nothing.
 */
@NullMarked
package dev.tenure.record.global.client;

import org.jspecify.annotations.NullMarked;
