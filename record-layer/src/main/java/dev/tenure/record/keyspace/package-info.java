/**
 * Names in the key space. Start at {@link dev.tenure.record.keyspace.NameInterner}: short numbers
 * for long names. What must stay true: a name that was given a number keeps it, and no other name
 * ever gets it. Stands on {@code RecordContext}, and knows nothing of records and indexes.
 */
@NullMarked
package dev.tenure.record.keyspace;

import org.jspecify.annotations.NullMarked;
