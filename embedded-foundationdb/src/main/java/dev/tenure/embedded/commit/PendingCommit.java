package dev.tenure.embedded.commit;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.conflict.ConflictHistory;
import java.util.ArrayList;
import java.util.List;

/** A commit on its way through the pipeline. */
final class PendingCommit {
  private final CommitRequest request;
  private final long bytes;
  private final CommitFuture future;

  /**
   * Throws 2004 for a key outside the legal range, 2000 for a versionstamp without room.
   *
   * @param lead the work that a thread waiting for this commit may do to help
   */
  PendingCommit(CommitRequest request, Runnable lead) {
    this.request = request;
    this.future = new CommitFuture(lead);
    this.bytes = checkedBytes(request);
  }

  CommitRequest request() {
    return request;
  }

  long bytes() {
    return bytes;
  }

  CommitFuture future() {
    return future;
  }

  /**
   * The positions of the read conflict ranges that were written after the read version; empty when
   * none was.
   */
  List<Integer> conflicts(ConflictHistory history) {
    List<Integer> places = List.of();
    if (request.readVersion() < 0) {
      return places;
    }
    int place = 0;
    for (Range range : request.readConflicts()) {
      if (history.isNewer(range.begin, range.end, request.readVersion())) {
        places = places.isEmpty() ? new ArrayList<>() : places;
        places.add(place);
      }
      place++;
    }
    return places;
  }

  /** The bytes of the mutations; throws 2004 or 2000 for a mutation that cannot be carried out. */
  private static long checkedBytes(CommitRequest request) {
    long sum = 0;
    for (Mutation mutation : request.mutations()) {
      mutation.requireLegal();
      sum += mutation.bytes();
    }
    return sum;
  }
}
