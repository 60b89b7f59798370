/**
 * Shards in memory whose answers come in any order, and tests of walks. {@link
 * dev.tenure.record.global.upkeep.LateShards} is where to start.
 */
@NullMarked
package dev.tenure.record.global.upkeep;

import org.jspecify.annotations.NullMarked;
