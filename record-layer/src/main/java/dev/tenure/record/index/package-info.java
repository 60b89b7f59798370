/**
 * What indexes keep, and how they are kept: index types, and metadata bound to message types.
 *
 * <p>Start at {@link dev.tenure.record.index.IndexType}, the interface a client's own type
 * implements; {@link dev.tenure.record.index.IndexMaintainer} is what it makes for each index,
 * {@link dev.tenure.record.index.WriteBatch} what it writes to and {@link
 * dev.tenure.record.index.OpenIndex} what it reads. {@link dev.tenure.record.index.BoundMetaData}
 * looks fields up once, so that no save meets an unknown name. What must stay true: an index fits
 * the records of its store at every commit. This package knows stores only by the place of an index
 * in one; the types of this library are in the packages below it.
 */
@NullMarked
package dev.tenure.record.index;

import org.jspecify.annotations.NullMarked;
