/**
 * Version indexes: an entry for each record, in the order of the commits that last saved them.
 *
 * <p>Start at {@link dev.tenure.record.index.version.VersionIndexType}. The entries of records that
 * are saved in a transaction get their keys with its commit, so that it does not see them itself.
 */
@NullMarked
package dev.tenure.record.index.version;

import org.jspecify.annotations.NullMarked;
