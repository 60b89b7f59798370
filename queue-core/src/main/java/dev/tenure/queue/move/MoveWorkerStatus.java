package dev.tenure.queue.move;

import dev.tenure.queue.TenantId;
import java.time.Duration;
import java.util.Map;

/**
 * What a worker does, and has done since its start.
 *
 * @param running the moves that it works on, with their progress
 * @param open how many requests were open when it last looked, whoever works on them
 * @param ended how many moves it has ended, by their end
 * @param bytes what it has copied for the first time and compared
 * @param closed how long the tenants of its completed moves were served by no cluster, together
 * @param closedLongest the longest of these times
 * @param problems how many moves stopped with an error and are tried again
 */
public record MoveWorkerStatus(
    Map<TenantId, MoveProgress> running,
    long open,
    Map<MoveRequest.State, Long> ended,
    long bytes,
    Duration closed,
    Duration closedLongest,
    long problems) {}
