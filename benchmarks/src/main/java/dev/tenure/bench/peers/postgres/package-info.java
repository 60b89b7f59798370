/**
 * A PostgreSQL server of this run's own, from binaries on the class path: {@link
 * dev.tenure.bench.peers.postgres.PostgresServer}.
 */
@NullMarked
package dev.tenure.bench.peers.postgres;

import org.jspecify.annotations.NullMarked;
