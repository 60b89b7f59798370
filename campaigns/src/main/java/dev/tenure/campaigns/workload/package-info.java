/**
 * Random programs that use the whole interface of a database, and clients that run them. Start at {@link dev.tenure.campaigns.workload.RandomProgram}. Programs do not know the database they run on: in the simulation it is an engine on virtual time, in tests an engine on real threads and a real disk, or a cluster.
 */
@NullMarked
package dev.tenure.campaigns.workload;

import org.jspecify.annotations.NullMarked;
