/**
 * A PostgreSQL server for one run of tests or benchmarks, from binaries on the class path. Start at
 * {@link dev.tenure.embeddedpostgresql.PostgresServer}. Must stay true: a machine that cannot run
 * the server gets {@link dev.tenure.embeddedpostgresql.UnavailableException} with the reason, so
 * that a test can be skipped with it.
 */
@NullMarked
package dev.tenure.embeddedpostgresql;

import org.jspecify.annotations.NullMarked;
