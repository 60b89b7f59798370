/**
 * The engine's server half: versions, conflicts, commits, watches. Start at {@link
 * dev.tenure.embedded.commit.TransactionServer}, which has the operations that transactions call,
 * and {@link dev.tenure.embedded.commit.EngineServer}, which implements them.
 *
 * <h2>A commit, stage by stage</h2>
 *
 * <ol>
 *   <li><b>Collect</b>: {@code CommitQueue} takes requests from any thread.
 *   <li><b>Order and check</b>: {@code CommitSequencer} gives them their positions in the open
 *       {@code CommitGroup}, one by one. A transaction is rejected if {@code ConflictHistory} finds
 *       that a range it read was written afterwards, in this group or before; the others are
 *       carried out on {@code GroupWrites}. Clients that block until their commits are done order
 *       commits while the previous group is being written; {@code GroupBase} shows them the writes
 *       of that group.
 *   <li><b>Seal</b>: once the previous group is written, a task on the commit executor, or a client
 *       that blocks and is alone, closes the group to further commits. {@link
 *       dev.tenure.embedded.commit.GroupPacer} may let it wait some microseconds for the clients
 *       that were answered last.
 *   <li><b>Write</b>: {@code GroupWriter} hands the storage one batch, which is synced unless all
 *       its transactions are durability-risky. {@code VersionReservation} adds to the same batch a
 *       number that no version given out exceeds.
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
 *   <li>The thread that carries out a group completes no future of another client. No code here
 *       creates a thread, or reads a clock that was not injected.
 *   <li>A group that fails leaves nothing visible; its writes may stay in the conflict history,
 *       where they can only cause a needless 1020. The group ordered behind it fails with 1020,
 *       since it has read rows that were never written.
 *   <li>A transaction is answered with 1020 only after the group that it conflicts with is visible,
 *       since otherwise its retry would conflict again.
 * </ul>
 *
 * <h2>What looks wrong and is meant so</h2>
 *
 * <ul>
 *   <li>A read version may be later than the last commit. While nothing is written, readers move it
 *       forward with the clock, since otherwise a transaction that begins after an idle time would
 *       be too old.
 *   <li>A clear of few rows becomes deletions of keys, although the storage has range deletions,
 *       because range deletions make later reads of the range slow.
 *   <li>When very many groups commit in five seconds, versions that were not given out as read
 *       versions are released early, and reads at them fail with 1007.
 * </ul>
 *
 * <p>Knows storage; does not know fdb-java's transaction objects or their caches.
 */
@NullMarked
package dev.tenure.embedded.commit;

import org.jspecify.annotations.NullMarked;
