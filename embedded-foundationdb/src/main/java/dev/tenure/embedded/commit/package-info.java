/**
 * The engine's server half: versions, conflicts, commits, watches. Start at {@link
 * dev.tenure.embedded.commit.TransactionServer}, what a transaction may ask, and {@link
 * dev.tenure.embedded.commit.EngineServer}, which answers it.
 *
 * <h2>A commit, stage by stage</h2>
 *
 * <ol>
 *   <li><b>Collect</b>: {@code CommitQueue} takes requests from any thread.
 *   <li><b>Order and check</b>: {@code CommitSequencer} gives them their places in the group that
 *       is open, {@code CommitGroup}, one by one. A read that {@code ConflictHistory} finds written
 *       since, in this group or before, rejects its transaction; the others are carried out on
 *       {@code GroupWrites}. Clients that block until their commits are done do this, while the
 *       group before is being written; {@code GroupBase} shows them what that one writes.
 *   <li><b>Seal</b>: a task on the commit executor, or a client that blocks and is alone, closes
 *       the group to others, once the one before is written. {@link
 *       dev.tenure.embedded.commit.GroupPacer} may let it wait some microseconds for the clients
 *       that were answered last.
 *   <li><b>Write</b>: {@code GroupWriter} hands the storage one batch, synced unless all in it is
 *       durability-risky. {@code VersionReservation} keeps, in the same batch, a number on disk
 *       that no version given out exceeds.
 *   <li><b>Publish</b>: {@code VersionWindow} takes a snapshot and makes the group's version the
 *       newest.
 *   <li><b>Acknowledge and fire watches</b>: futures complete through {@code CompletionQueue}.
 * </ol>
 *
 * <h2>What must stay true</h2>
 *
 * <ul>
 *   <li>A version is given out only after the group that has it is written, and only if a number on
 *       disk is at least as great.
 *   <li>Readers and the commit thread share atomic references, never a lock. Clients take the lock
 *       of the order only when it is free.
 *   <li>No future but its own completes on the thread that carries out a group, and nothing here
 *       makes a thread or reads a clock that was not passed in.
 *   <li>A group that fails leaves nothing visible; its writes may stay in the conflict history,
 *       where they can only cause a needless 1020. The group ordered behind it fails with 1020: it
 *       was made of rows that never were.
 *   <li>A transaction is answered 1020 only after the group it conflicts with is visible, or its
 *       retry would conflict again.
 * </ul>
 *
 * <h2>What looks wrong and is meant so</h2>
 *
 * <ul>
 *   <li>A read version may be later than the last commit: while nothing is written, readers move it
 *       on with the clock, since a transaction begun after an idle spell would be too old
 *       otherwise.
 *   <li>A clear of few rows becomes deletions of keys, although the storage has range deletions:
 *       those make later reads of the range slow.
 *   <li>When very many groups commit in five seconds, versions nobody was given as a read version
 *       are let go early and answer 1007.
 * </ul>
 *
 * <p>Knows storage; does not know fdb-java's transaction objects or their caches.
 */
@NullMarked
package dev.tenure.embedded.commit;

import org.jspecify.annotations.NullMarked;
