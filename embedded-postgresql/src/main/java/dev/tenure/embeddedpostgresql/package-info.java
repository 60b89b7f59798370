/**
 * A PostgreSQL server of this run's own, from binaries on the class path, for tests and benchmarks.
 * Start at {@link dev.tenure.embeddedpostgresql.PostgresServer}. Must stay true: a machine that
 * cannot run the server gets {@link dev.tenure.embeddedpostgresql.UnavailableException} with the
 * reason, so that a test can be skipped with it.
 */
@NullMarked
package dev.tenure.embeddedpostgresql;

import org.jspecify.annotations.NullMarked;
