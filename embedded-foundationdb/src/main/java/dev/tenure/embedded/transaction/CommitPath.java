package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.CommitConflictException;
import dev.tenure.embedded.commit.CommitFuture;
import dev.tenure.embedded.commit.CommitOutcome;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.embedded.commit.Versionstamps;
import dev.tenure.embedded.write.KeyLimits;
import dev.tenure.embedded.write.RangeUnion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Commits an attempt: waits for its reads, assembles the request, and passes the outcome on. */
final class CommitPath {
  private final TransactionAttempt attempt;

  CommitPath(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  CompletableFuture<@Nullable Void> commit() {
    CommitResult result = new CommitResult();
    List<CompletableFuture<?>> reads;
    synchronized (attempt) {
      int refusal = attempt.refusal();
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      attempt.beginCommit();
      reads = attempt.pendingReads();
      attempt.addPending(result);
    }
    if (reads.isEmpty()) {
      submit(result);
    } else {
      var unused =
          CompletableFuture.allOf(reads.toArray(new CompletableFuture<?>[0]))
              .whenComplete((done, failure) -> submit(result));
    }
    return result;
  }

  private void submit(CommitResult result) {
    FDBException failedRead = attempt.failedRead();
    if (failedRead != null) {
      attempt.removePending(result);
      result.completeExceptionally(failedRead);
      return;
    }
    CommitRequest request;
    int refusal;
    synchronized (attempt) {
      if (attempt.endedBy() != TransactionAttempt.NONE) {
        return;
      }
      request = assemble();
      refusal = refusal(request);
    }
    if (request.mutations().isEmpty() && request.writeConflicts().isEmpty()) {
      succeedReadOnly(result);
    } else if (refusal != TransactionAttempt.NONE) {
      fail(FdbErrors.exception(refusal), result);
    } else {
      send(request, result);
    }
  }

  private CommitRequest assemble() {
    AttemptOptions options = attempt.options;
    boolean direct = options.readYourWritesDisabled;
    List<Mutation> mutations =
        direct ? attempt.directWrites.mutations() : attempt.writes.mutations();
    List<Range> writeConflicts =
        direct ? attempt.directWrites.conflicts() : attempt.writes.conflictRanges();
    return new CommitRequest(
        attempt.readPoint.knownVersion(),
        attempt.readConflicts.merged(),
        writeConflicts,
        mutations,
        options.durabilityRisky);
  }

  private int refusal(CommitRequest request) {
    if (attempt.options.readOnly) {
      return FdbErrors.TRANSACTION_READ_ONLY;
    }
    long size =
        CommitSize.ofMutations(request.mutations())
            + CommitSize.ofRanges(request.readConflicts())
            + CommitSize.ofRanges(request.writeConflicts());
    return size > attempt.options.sizeLimit
        ? FdbErrors.TRANSACTION_TOO_LARGE
        : TransactionAttempt.NONE;
  }

  private void succeedReadOnly(CompletableFuture<@Nullable Void> result) {
    attempt.committedVersion = ReadPoint.NONE;
    CompletableFuture<byte[]> stamp = attempt.askedVersionstamp();
    if (stamp != null) {
      stamp.completeExceptionally(FdbErrors.exception(FdbErrors.NO_COMMIT_VERSION));
    }
    attempt.watches.arm(attempt.readPoint.knownVersion());
    attempt.removePending(result);
    result.complete(null);
  }

  private void send(CommitRequest request, CommitResult result) {
    CompletableFuture<CommitOutcome> sent = attempt.database.server().commit(request);
    if (sent instanceof CommitFuture decision && nothingElseFollows()) {
      result.follows(decision);
    }
    attempt.database.onCompletion(
        sent,
        attempt.executor,
        (outcome, failure) -> {
          if (failure == null) {
            succeed(outcome, result);
          } else {
            fail(request, StoredRead.asFdbException(failure), result);
          }
        });
  }

  private boolean nothingElseFollows() {
    return attempt.watches.isEmpty() && attempt.askedVersionstamp() == null;
  }

  private void succeed(CommitOutcome outcome, CompletableFuture<@Nullable Void> result) {
    byte[] stamp = Versionstamps.pack(outcome.version(), outcome.batchOrder());
    attempt.committed(outcome.version(), stamp);
    CompletableFuture<byte[]> promised = attempt.askedVersionstamp();
    if (promised != null) {
      promised.complete(stamp.clone());
    }
    attempt.watches.arm(outcome.version());
    attempt.removePending(result);
    result.complete(null);
  }

  private void fail(
      CommitRequest request, FDBException failure, CompletableFuture<@Nullable Void> result) {
    if (failure instanceof CommitConflictException conflict
        && attempt.options.reportConflictingKeys) {
      List<Range> hit = new ArrayList<>();
      for (int place : conflict.conflictingReads()) {
        Range range = request.readConflicts().get(place);
        hit.add(new Range(KeyLimits.asBorder(range.begin), KeyLimits.asBorder(range.end)));
      }
      synchronized (attempt) {
        attempt.conflictingRanges = RangeUnion.of(hit);
      }
    }
    fail(failure, result);
  }

  private void fail(FDBException failure, CompletableFuture<@Nullable Void> result) {
    attempt.watches.fail(failure);
    CompletableFuture<byte[]> stamp = attempt.askedVersionstamp();
    if (stamp != null) {
      stamp.completeExceptionally(FdbErrors.exception(FdbErrors.TRANSACTION_INVALID_VERSION));
    }
    attempt.removePending(result);
    result.completeExceptionally(failure);
  }
}
