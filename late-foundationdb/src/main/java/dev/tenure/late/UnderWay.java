package dev.tenure.late;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The answers for which one transaction object waits, from its creation to its end or its retry.
 * Each is completed either by its delivery or by the end of the transaction, never by both. Safe
 * for use by many threads.
 */
final class UnderWay {

  /** The stages of the commit. */
  private enum Stage {
    NOT_ASKED,
    NOT_SENT,
    SENT
  }

  private final Executor executor;
  private final Set<Answer<?>> waiting = new LinkedHashSet<>();
  private final CompletableFuture<@Nullable Void> committed = new CompletableFuture<>();
  private @Nullable Answer<?> commit;
  private Stage stage = Stage.NOT_ASKED;
  private int endedBy = ClientErrors.NONE;

  UnderWay(Executor executor) {
    this.executor = executor;
  }

  /** The executor on which the transaction's answers are delivered. */
  Executor executor() {
    return executor;
  }

  /** The code with which calls fail while the commit is requested and not sent yet. */
  synchronized int refusal() {
    return stage == Stage.NOT_SENT && endedBy == ClientErrors.NONE
        ? ClientErrors.USED_DURING_COMMIT
        : ClientErrors.NONE;
  }

  synchronized boolean isCommitAsked() {
    return stage != Stage.NOT_ASKED;
  }

  /** Adds an answer. If the transaction has already ended, the answer fails. */
  void add(Answer<?> answer) {
    int code;
    synchronized (this) {
      code = endedBy;
      if (code == ClientErrors.NONE) {
        waiting.add(answer);
      }
    }
    if (code != ClientErrors.NONE) {
      answer.fail(code);
    }
  }

  /**
   * Adds the commit.
   *
   * @return the reads that must be answered before the commit is sent
   */
  List<CompletableFuture<?>> addCommit(Answer<?> answer) {
    List<CompletableFuture<?>> reads = new ArrayList<>();
    synchronized (this) {
      stage = Stage.NOT_SENT;
      commit = answer;
      waiting.stream()
          .filter(each -> each.kind == AnswerKind.READ)
          .forEach(each -> reads.add(each.given));
    }
    add(answer);
    return reads;
  }

  synchronized void commitSent() {
    stage = Stage.SENT;
  }

  /**
   * Claims an answer for its delivery. The answer of a commit also decides whether its watches and
   * versionstamp can complete.
   *
   * @return false when the transaction has ended, which has failed the answer
   */
  boolean take(Answer<?> answer) {
    if (answer.kind.isPromise()) {
      return !answer.given.isDone();
    }
    boolean taken;
    boolean isCommit;
    synchronized (this) {
      taken = waiting.remove(answer);
      isCommit = answer == commit;
    }
    if (taken && isCommit) {
      Throwable failure = answer.failure();
      if (failure == null) {
        committed.complete(null);
      } else {
        committed.completeExceptionally(failure);
      }
    }
    return taken;
  }

  /** Whether the transaction has not ended since the answer was added. */
  synchronized boolean waitsFor(Answer<?> answer) {
    return waiting.contains(answer);
  }

  synchronized void forget(Answer<?> answer) {
    waiting.remove(answer);
  }

  /**
   * Completes just before the caller learns that the commit succeeded. Fails with the commit's
   * error, or when the transaction ends first.
   */
  CompletableFuture<@Nullable Void> committed() {
    return committed;
  }

  /**
   * Ends the transaction, which was cancelled or timed out: fails the answers for which it waits.
   * Watches of a delivered commit stay.
   */
  void end(int code) {
    end(code, isCommitAsked() ? code : ClientErrors.NONE);
  }

  /** Ends the transaction, which was closed. Watches end too, unless their commit was delivered. */
  void close() {
    end(ClientErrors.TRANSACTION_CANCELLED, ClientErrors.TRANSACTION_CANCELLED);
  }

  /** Ends this object, because the transaction is retried and another object takes its place. */
  void retried() {
    end(ClientErrors.TRANSACTION_CANCELLED, ClientErrors.BROKEN_PROMISE);
  }

  private void end(int code, int promiseCode) {
    List<Answer<?>> cut;
    boolean isDecided;
    synchronized (this) {
      if (endedBy == ClientErrors.NONE) {
        endedBy = code;
      }
      isDecided = commit != null && !waiting.contains(commit);
      cut = List.copyOf(waiting);
      waiting.clear();
    }
    boolean breaksPromises = !isDecided && promiseCode != ClientErrors.NONE;
    if (cut.isEmpty() && !breaksPromises) {
      return;
    }
    Runnable completion =
        () -> {
          cut.forEach(answer -> answer.fail(code));
          if (breaksPromises) {
            committed.completeExceptionally(ClientErrors.of(promiseCode));
          }
        };
    AnswerDelivery.hand(executor, completion);
  }
}
