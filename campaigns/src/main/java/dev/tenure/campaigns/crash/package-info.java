/**
 * Crashes of the durable engine. Start at {@link dev.tenure.campaigns.crash.CrashCommand}.
 * Processes commit numbered transactions ({@code NumberedWork}) and are killed with SIGKILL at
 * random moments. Some kills are losses of power too ({@code PowerLoss}). The rows left are then
 * compared with the acknowledgements ({@code CrashLedger}). {@link
 * dev.tenure.testkit.engine.CrashableStorage} does the same to an engine in memory, under virtual
 * time.
 *
 * <p>With {@code --moves} the processes move tenants between two clusters ({@code MoveCampaign}).
 * What they do is in {@code MovingProcess}, and what must be left in {@code MoveLedger}.
 *
 * <p>What must stay true: the pipe of a process is the only source for what the process was told,
 * never the code under test.
 */
@NullMarked
package dev.tenure.campaigns.crash;

import org.jspecify.annotations.NullMarked;
