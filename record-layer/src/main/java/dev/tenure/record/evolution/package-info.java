/**
 * The evolution of metadata: the rules for changes, and the store of all versions.
 *
 * <p>Start at {@link dev.tenure.record.evolution.MetaDataStore}, which keeps all versions of the
 * metadata in the database; {@link dev.tenure.record.evolution.MetaDataEvolution} decides whether a
 * change of metadata is allowed. What must stay true: a saved version never changes, and each
 * change from one version to the next is allowed. So a store that was written with any version can
 * be opened with any later one. This package knows nothing of stores.
 */
@NullMarked
package dev.tenure.record.evolution;

import org.jspecify.annotations.NullMarked;
