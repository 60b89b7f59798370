/**
 * The evaluation of the Uniqorn paper (section 4), repeated for the global index of {@link
 * dev.tenure.record.global}. Start at {@link dev.tenure.bench.global.GlobalBench}. {@code Workload}
 * draws operations; {@code ModelledStores} carries them out under virtual time on shards with a
 * model of service times; each table or figure is one class. What must stay true: under the model
 * all numbers follow from the seed, and the protocol that runs is the library's.
 */
@NullMarked
package dev.tenure.bench.global;

import org.jspecify.annotations.NullMarked;
