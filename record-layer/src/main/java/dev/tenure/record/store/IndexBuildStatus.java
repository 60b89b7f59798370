package dev.tenure.record.store;

import dev.tenure.record.index.IndexState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far an index is built.
 *
 * @param index its name
 * @param state what it can be used for
 * @param begun whether a builder has begun, and the index is not finished
 * @param plan how it is being built; empty when it is not, and when what has begun cannot be gone
 *     on with since the metadata has changed
 * @param records how many records builders have scanned, all together
 * @param bytes of keys and values of these
 * @param recordsAll how many records there are, when a count index knows
 * @param bytesAll of keys and values of all records, as the database estimates; 0 when it cannot
 * @param heartbeats of builders, the dead ones included
 */
public record IndexBuildStatus(
    String index,
    IndexState state,
    boolean begun,
    Optional<BuildPlan> plan,
    long records,
    long bytes,
    OptionalLong recordsAll,
    long bytesAll,
    List<BuilderHeartbeat> heartbeats) {
  public IndexBuildStatus {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(recordsAll, "recordsAll");
    heartbeats = List.copyOf(heartbeats);
  }
}
