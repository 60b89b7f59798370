/**
 * Shards of a global index ({@code dev.tenure.record.global}) in PostgreSQL, over plain JDBC. Start
 * at {@link dev.tenure.postgresql.PostgresShard}. {@code DataTable} and {@code IndexTable} have the
 * statements, {@code SqlCalls} runs them, and {@code SqlErrors} decides what an error means.
 *
 * <p>Must stay true: a conditional write is one statement, or one transaction of such statements;
 * no call blocks the thread of its caller; a write that may have taken place is never repeated.
 * Must not know how records are placed on shards, or which store has the other shards.
 */
@NullMarked
package dev.tenure.postgresql;

import org.jspecify.annotations.NullMarked;
