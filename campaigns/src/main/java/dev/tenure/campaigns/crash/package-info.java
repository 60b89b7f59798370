/**
 * Crashes of the durable engine. Start at {@link dev.tenure.campaigns.crash.CrashCommand}:
 * processes that commit numbered transactions ({@code NumberedWork}) are killed with SIGKILL at
 * random, some lose power besides ({@code PowerLoss}), and what is left is compared with what was
 * acknowledged ({@code CrashLedger}). {@link dev.tenure.testkit.engine.CrashableStorage} does the
 * same to an engine in memory, under virtual time.
 *
 * <p>What a process was told is known from its pipe alone, never from the code under test.
 */
@NullMarked
package dev.tenure.campaigns.crash;

import org.jspecify.annotations.NullMarked;
