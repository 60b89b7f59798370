/**
 * The protocol of the global index, phase by phase as in the paper (section 2.2).
 *
 * <p>{@link dev.tenure.record.global.protocol.Writer} has the three phases of a write, {@link
 * dev.tenure.record.global.protocol.Cleaner} the four of a cleaner, {@link
 * dev.tenure.record.global.protocol.Lookup} the reads by secondary key, {@link
 * dev.tenure.record.global.protocol.Deleter} the deletes, {@link
 * dev.tenure.record.global.protocol.IndexFill} the second index record of a key whose slot moves.
 * Every step is one call of a shard, made by {@link dev.tenure.record.global.protocol.Steps}, and
 * no class here keeps state between two calls: so a checker can run the steps of several operations
 * in any order. What must stay true: no step is retried, except that a fill begins again when the
 * data record has changed.
 */
@NullMarked
package dev.tenure.record.global.protocol;

import org.jspecify.annotations.NullMarked;
