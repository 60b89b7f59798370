/**
 * Queue zones whose items lie in PostgreSQL, over plain JDBC. Start at {@link
 * dev.tenure.externalpostgresql.PostgresStore}; {@code ItemStatements} has the statements, {@code
 * StoreCalls} runs them, and {@code StoreErrors} decides what an error means.
 *
 * <p>Must stay true: no call blocks the thread of its caller; each call ends in time; the
 * database's clock alone decides what has vested. Must not know pointers or FoundationDB.
 */
@NullMarked
package dev.tenure.externalpostgresql;

import org.jspecify.annotations.NullMarked;
