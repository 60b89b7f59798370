/**
 * The key space: directories, paths, names. Start at {@link dev.tenure.record.keyspace.KeySpace}, a
 * tree of typed directories, whose paths become tuples and back, and can be listed, deleted,
 * exported and imported, by {@link dev.tenure.record.keyspace.KeySpaceTransfer} over many
 * transactions; and at {@link dev.tenure.record.keyspace.NameInterner}, short numbers for long
 * names.
 *
 * <p>What must stay true: a key belongs to one path; paths that are not parts of one another have
 * no key in common; a name that was given a number keeps it, and no other name ever gets it. Stands
 * on {@code RecordContext} and {@code RecordDatabase}, and knows nothing of records and indexes.
 */
@NullMarked
package dev.tenure.record.keyspace;

import org.jspecify.annotations.NullMarked;
