package dev.tenure.embedded.commit;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The clock, executors and policies that are injected into an engine. The engine creates no thread
 * and reads no other clock. The caller that created the executors ends them after it has closed the
 * engine.
 *
 * @param clock drives the versions, a million a second
 * @param commitExecutor runs commit groups one after the other. The storage is written on it, so it
 *     should have a thread that does nothing else. Clients that block may carry out groups in its
 *     place, see the pacer
 * @param timer runs short tasks after waits and delays
 * @param completionExecutor completes the futures of commits and watches
 * @param pacer decides how long a group waits for further commits
 * @param faults the faults to plant; {@link FaultInjector#NONE} except in tests
 */
public record EngineEnvironment(
    InstantSource clock,
    Executor commitExecutor,
    ScheduledExecutorService timer,
    Executor completionExecutor,
    GroupPacer pacer,
    FaultInjector faults,
    EngineLimits limits) {}
