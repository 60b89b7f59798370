/**
 * The behaviours that every shard of a global index must show. The suite is {@link
 * dev.tenure.testkit.globalindex.ShardContract}: a test class extends it and gives a data shard and
 * an index shard. The suite is made of interfaces, one for each family of behaviours.
 *
 * <p>The suite uses the interfaces of {@link dev.tenure.record.global} alone, so that it runs on
 * shards of any store.
 */
@NullMarked
package dev.tenure.testkit.globalindex;

import org.jspecify.annotations.NullMarked;
