/** db-scheduler on PostgreSQL, as a system. */
@NullMarked
package dev.tenure.bench.peers.dbscheduler;

import org.jspecify.annotations.NullMarked;
