/** Faults of upkeep and of stored keys, each planted and found by a test of this module. */
@NullMarked
package dev.tenure.record.global.mutation;

import org.jspecify.annotations.NullMarked;
