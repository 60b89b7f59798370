/**
 * Metadata of a record store: its record types, indexes and version.
 *
 * <p>Start at {@link dev.tenure.record.metadata.RecordMetaData}, which a builder makes and checks.
 * {@link dev.tenure.record.metadata.IndexTypes} is the registry of index types, {@link
 * dev.tenure.record.metadata.MetaDataCodec} the stored form. What must stay true: type keys and
 * index keys are written into every key of a store, so that a key that was given to one type or
 * index is never given to another. This package stands above the index types, and knows nothing of
 * stores.
 */
@NullMarked
package dev.tenure.record.metadata;

import org.jspecify.annotations.NullMarked;
