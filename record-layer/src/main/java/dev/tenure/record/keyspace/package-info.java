/**
 * The key space: a tree of typed directories, and short numbers for names. Start at {@link
 * dev.tenure.record.keyspace.KeySpace}. A {@link dev.tenure.record.keyspace.KeySpacePath} stands
 * for a tuple, and can be listed, deleted, exported and imported. {@link
 * dev.tenure.record.keyspace.KeySpaceTransfer} exports and imports over many transactions. {@link
 * dev.tenure.record.keyspace.NameInterner} replaces names by numbers.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>A key belongs to one path, and two paths have no key in common unless one is a part of the
 *       other.
 *   <li>A name keeps its number, and no other name ever gets that number.
 *   <li>This package uses {@code RecordContext} and {@code RecordDatabase}, and knows nothing of
 *       records and indexes.
 * </ul>
 */
@NullMarked
package dev.tenure.record.keyspace;

import org.jspecify.annotations.NullMarked;
