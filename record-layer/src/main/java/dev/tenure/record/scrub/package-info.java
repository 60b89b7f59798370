/**
 * Finds differences between an index and its records, and repairs them.
 *
 * <p>Start at {@link dev.tenure.record.scrub.IndexScrubber}; docs/scrubbing.md lists the faults
 * that are found, and shows why the report is exact. A run consists of many transactions; each
 * checks a slice of one {@code Stage}. An {@link dev.tenure.record.index.IndexAudit} describes an
 * index type to the stages.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>A reported fault existed at one version of the database.
 *   <li>The transaction that finds a fault repairs it, and all its reads are serializable.
 *   <li>Without repairs nothing is committed.
 * </ul>
 */
@NullMarked
package dev.tenure.record.scrub;

import org.jspecify.annotations.NullMarked;
