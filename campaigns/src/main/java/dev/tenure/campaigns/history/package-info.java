/**
 * Histories of transactions, and whether a serial order explains them. {@link
 * dev.tenure.campaigns.history.RecordingDatabase} wraps any database and notes what its users read,
 * wrote and were told; {@link dev.tenure.campaigns.history.SerializabilityCheck} replays that on a
 * plain map with versions.
 *
 * <p>Every transaction that writes also writes a marker, stamped with its version by the database.
 * So the check knows the order of all commits, also of those whose result was unknown to the
 * client, and needs no search. What it knows of values is its own: it shares no code with an
 * engine.
 *
 * <p>For databases that tell no versions, or as a second opinion, there is {@link
 * dev.tenure.campaigns.blackbox}.
 */
@NullMarked
package dev.tenure.campaigns.history;

import org.jspecify.annotations.NullMarked;
