/**
 * Builds indexes while their store is written to.
 *
 * <p>{@code docs/online-building.md} has the states, the keys, and why it is exact.
 */
@NullMarked
package dev.tenure.record.build;

import org.jspecify.annotations.NullMarked;
