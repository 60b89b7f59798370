/** db-scheduler on PostgreSQL, as a contestant. */
@NullMarked
package dev.tenure.bench.peers.dbscheduler;

import org.jspecify.annotations.NullMarked;
