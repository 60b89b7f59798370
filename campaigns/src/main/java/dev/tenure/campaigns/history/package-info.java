/**
 * Histories of transactions, and whether a serial order explains them. {@link
 * dev.tenure.campaigns.history.RecordingDatabase} wraps any database and records what its clients
 * read and write and which results they get. {@link
 * dev.tenure.campaigns.history.SerializabilityCheck} replays the history on a plain map with
 * versions.
 *
 * <p>Every transaction that writes also writes a marker, into which the database puts the
 * versionstamp of the commit. So the check knows the order of all commits, also of those whose
 * client got an unknown result, and needs no search.
 *
 * <p>What must stay true: the check shares no code with an engine.
 *
 * <p>{@link dev.tenure.campaigns.blackbox} checks databases that give no versions, and gives a
 * second opinion on others.
 */
@NullMarked
package dev.tenure.campaigns.history;

import org.jspecify.annotations.NullMarked;
