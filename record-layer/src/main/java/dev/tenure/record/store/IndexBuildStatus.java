package dev.tenure.record.store;

import dev.tenure.record.index.IndexState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The progress of building an index.
 *
 * @param index the name of the index
 * @param state what the index can be used for
 * @param begun whether a builder has begun and the index is not finished
 * @param plan the plan by which the index is being built; empty when no build is under way, or when
 *     the build cannot be continued because the metadata has changed
 * @param work how much is done, and how much there is to do
 * @param heartbeats the last heartbeat of each builder, including dead ones
 */
public record IndexBuildStatus(
    String index,
    IndexState state,
    boolean begun,
    Optional<BuildPlan> plan,
    Work work,
    List<BuilderHeartbeat> heartbeats) {

  /**
   * The work of all builders together, and the size of the whole.
   *
   * @param records the number of records scanned
   * @param bytes the bytes of their keys and values
   * @param recordsAll the number of all records; empty when the store has no count index for it
   * @param bytesAll the bytes of all records as the database estimates them; 0 when it cannot
   */
  public record Work(long records, long bytes, OptionalLong recordsAll, long bytesAll) {
    public Work {
      Objects.requireNonNull(recordsAll, "recordsAll");
    }
  }

  public IndexBuildStatus {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(work, "work");
    heartbeats = List.copyOf(heartbeats);
  }
}
