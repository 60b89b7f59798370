package dev.tenure.queue.rebalance;

import java.time.Instant;
import java.util.Optional;

/**
 * A plan that was started.
 *
 * @param goal what it is for, as text
 * @param moves how many moves it was to ask for
 * @param undoes the plan that this one undoes
 */
public record MovePlan(
    String id,
    String goal,
    String by,
    String reason,
    Instant begun,
    long moves,
    Optional<String> undoes) {}
