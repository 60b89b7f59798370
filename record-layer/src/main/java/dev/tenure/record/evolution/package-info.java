/**
 * How metadata changes over time: what may follow what, and where the versions are stored.
 *
 * <p>Start at {@link dev.tenure.record.evolution.MetaDataStore}, which keeps every version of the
 * metadata in the database and hands it to stores; {@link
 * dev.tenure.record.evolution.MetaDataEvolution} decides whether metadata may follow another. What
 * must stay true: a version that was saved never changes, and each can follow the one before it, so
 * that a store written with any of them can be opened with any later one. This package knows
 * nothing of stores.
 */
@NullMarked
package dev.tenure.record.evolution;

import org.jspecify.annotations.NullMarked;
