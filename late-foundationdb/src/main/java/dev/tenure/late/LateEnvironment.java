package dev.tenure.late;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The clock, timer and executor of a {@link LateDatabase}. The caller that created them closes them
 * after the database.
 *
 * @param clock drives the timeouts of transactions
 * @param timer for delays and timeouts; its tasks only pass work on to executors
 * @param executor delivers the answers of transactions that were not given another executor. An
 *     answer that an executor refuses is delivered on the calling thread
 */
public record LateEnvironment(
    InstantSource clock, ScheduledExecutorService timer, Executor executor) {}
