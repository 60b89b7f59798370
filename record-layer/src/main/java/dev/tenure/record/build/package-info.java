/**
 * Builds indexes while other transactions write to the store. Start at {@link
 * dev.tenure.record.build.OnlineIndexer}.
 *
 * <p>{@code docs/online-building.md} describes the states and keys of a build, and shows why the
 * result is exact.
 */
@NullMarked
package dev.tenure.record.build;

import org.jspecify.annotations.NullMarked;
