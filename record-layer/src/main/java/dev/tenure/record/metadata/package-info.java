/**
 * What a record store holds: record types, indexes, their versions.
 *
 * <p>Start at {@link dev.tenure.record.metadata.RecordMetaData}. What must stay true: type keys and
 * index keys are written into every key of a store, so one that was given is never given to another
 * thing. Descriptions here are immutable; {@code record.index} binds them to message types. This
 * package knows nothing of stores.
 */
@NullMarked
package dev.tenure.record.metadata;

import org.jspecify.annotations.NullMarked;
