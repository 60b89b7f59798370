/**
 * Programs that use a database in all ways its interface has, drawn at random, and clients that run
 * them. They know nothing of what they run on: the simulation gives them an engine on virtual time,
 * tests give them real threads and a real disk, or a cluster. Start at {@link
 * dev.tenure.campaigns.workload.RandomProgram}.
 */
@NullMarked
package dev.tenure.campaigns.workload;

import org.jspecify.annotations.NullMarked;
