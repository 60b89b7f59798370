package dev.tenure.late;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One answer on its way from the database below to the caller. The transaction that waits for it
 * decides whether the delivery completes it, or the end of the transaction.
 */
final class Answer<T extends @Nullable Object> {
  /** The position of this answer in the order of the requests. */
  final long number;

  final AnswerKind kind;
  final Lateness lateness;
  final UnderWay owner;

  /** The future that the caller holds. */
  final CompletableFuture<T> given = new CompletableFuture<>();

  private volatile @Nullable Arrival<T> arrival;
  private volatile @Nullable Runnable releasedBy;
  private volatile boolean released;

  private record Arrival<T extends @Nullable Object>(
      @Nullable T value, @Nullable Throwable failure) {}

  Answer(long number, AnswerKind kind, Lateness lateness, UnderWay owner) {
    this.number = number;
    this.kind = kind;
    this.lateness = lateness;
    this.owner = owner;
  }

  /** Notes the answer of the database below, which the caller does not see yet. */
  void arrive(@Nullable T value, @Nullable Throwable failure) {
    arrival = new Arrival<>(value, failure == null ? null : ClientErrors.unwrap(failure));
  }

  /** The failure; null when the answer is a value, or has not arrived. */
  @Nullable Throwable failure() {
    Arrival<T> here = arrival;
    return here == null ? null : here.failure();
  }

  /** Whether a hung cluster withholds this answer. */
  boolean needsCluster() {
    Throwable failure = failure();
    return kind.needsCluster() && (failure == null || !ClientErrors.isOfClient(failure));
  }

  /** Whether the answer is drawn to be withheld. True at most once. */
  boolean isWithheldByRate() {
    return lateness.how() == Lateness.How.WITHHELD && !released;
  }

  /** Sets the action that the release of a withheld answer takes; null for its delivery. */
  void setReleasedBy(@Nullable Runnable action) {
    releasedBy = action;
  }

  /** The action of the release, or null when the release delivers the answer. */
  @Nullable Runnable release() {
    released = true;
    Runnable action = releasedBy;
    releasedBy = null;
    return action;
  }

  /** Completes the caller's future with the answer that has arrived. */
  @SuppressWarnings("NullAway") // the value of an answer without a failure is what T allows
  void complete() {
    Arrival<T> here = arrival;
    if (here == null) {
      throw new IllegalStateException("answer " + number + " is delivered before it arrived");
    }
    if (here.failure() == null) {
      given.complete(here.value());
    } else {
      given.completeExceptionally(here.failure());
    }
  }

  void fail(int code) {
    if (!given.isDone()) {
      given.completeExceptionally(ClientErrors.of(code));
    }
  }
}
