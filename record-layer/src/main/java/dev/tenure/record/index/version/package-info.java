/**
 * Version indexes: an entry for each record, in the order of the commits that last saved them.
 *
 * <p>Start at {@link dev.tenure.record.index.version.VersionIndexType}. The key of an entry
 * contains the versionstamp of the commit. So the transaction that saves a record does not see the
 * record's new entry.
 */
@NullMarked
package dev.tenure.record.index.version;

import org.jspecify.annotations.NullMarked;
