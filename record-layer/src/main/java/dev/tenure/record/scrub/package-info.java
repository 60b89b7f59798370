/**
 * Looks an index through for what does not fit the records, and repairs it.
 *
 * <p>Start at {@link dev.tenure.record.scrub.IndexScrubber}; docs/scrubbing.md says what is found
 * and why it is true. A run is many transactions, each a slice of one {@code Stage}; what the
 * stages know of an index type comes from its {@link dev.tenure.record.index.IndexAudit}. What must
 * stay true: what is reported was so at one version of the database; a repair is made by the
 * transaction that found the fault, whose reads conflict; without repairs nothing is committed.
 */
@NullMarked
package dev.tenure.record.scrub;

import org.jspecify.annotations.NullMarked;
