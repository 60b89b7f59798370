/**
 * Index types, the maintenance of indexes, and metadata bound to message types.
 *
 * <p>Start at {@link dev.tenure.record.index.IndexType}, the interface that an application's own
 * type implements. It makes an {@link dev.tenure.record.index.IndexMaintainer} for each index,
 * which writes to a {@link dev.tenure.record.index.WriteBatch} and reads an {@link
 * dev.tenure.record.index.OpenIndex}. {@link dev.tenure.record.index.BoundMetaData} resolves all
 * field names once, so that a save cannot meet an unknown name.
 *
 * <p>What must stay true: at each commit version the entries of an index are those of its store's
 * records. This package knows of a store only the keys of an index. The library's own index types
 * are in the packages below.
 */
@NullMarked
package dev.tenure.record.index;

import org.jspecify.annotations.NullMarked;
