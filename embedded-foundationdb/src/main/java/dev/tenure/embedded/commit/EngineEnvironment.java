package dev.tenure.embedded.commit;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What an engine runs on. The engine makes no threads and reads no clock of its own; whoever made
 * these ends them after closing the engine.
 *
 * @param clock drives the versions, a million a second
 * @param commitExecutor runs commit groups one after the other; storage is written on it, so a
 *     thread of its own. Clients that block may carry out groups in its place, see the pacer
 * @param timer for waits and delays; its tasks are short
 * @param completionExecutor completes the futures of commits and watches
 * @param pacer how long a group waits for company
 * @param faults faults to plant; {@link FaultInjector#NONE} but in tests
 */
public record EngineEnvironment(
    InstantSource clock,
    Executor commitExecutor,
    ScheduledExecutorService timer,
    Executor completionExecutor,
    GroupPacer pacer,
    FaultInjector faults,
    EngineLimits limits) {}
