package dev.tenure.record.context;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a commit and what is still being written apart: the commit waits until no work is under
 * way, then the gate is shut, and from then on writes are refused. Safe for use by many threads;
 * futures are completed outside of the monitor.
 */
final class CommitGate {
  private final ContextLife life;
  private int underWay;
  private boolean shut;
  private @Nullable CompletableFuture<Void> idle;
  private @Nullable Thread lastWriter;
  private @Nullable Throwable failure;

  CommitGate(ContextLife life) {
    this.life = life;
  }

  /**
   * A write begins; {@link #leave} must follow.
   *
   * @throws IllegalStateException when the gate is shut, or the context has ended: nothing begins
   */
  void enterWrite() {
    life.requireWritable();
    synchronized (this) {
      requireOpen();
      underWay++;
    }
  }

  /**
   * Refuses what comes too late to be part of the commit, and the commit with it while it has not
   * been submitted.
   */
  synchronized void requireOpen() {
    if (shut && lastWriter != Thread.currentThread()) {
      IllegalStateException late =
          new IllegalStateException(
              "a write came after the commit checks had ended: the future of the"
                  + " transaction's body must complete after all writes of the body");
      note(late);
      throw late;
    }
  }

  /** Work of several steps begins; false when the gate is shut, and nobody waits for the work. */
  synchronized boolean enter() {
    if (!shut) {
      underWay++;
    }
    return !shut;
  }

  /** A write, or work that had entered, has ended. */
  void leave() {
    CompletableFuture<Void> waiting = null;
    synchronized (this) {
      underWay--;
      if (underWay == 0) {
        waiting = idle;
        idle = null;
      }
    }
    if (waiting != null) {
      waiting.complete(null);
    }
  }

  /** Work failed; when a commit waits for it, nobody else may, so the commit fails as it did. */
  synchronized void failed(Throwable error) {
    if (life.isCommitting()) {
      note(error);
    }
  }

  private void note(Throwable error) {
    if (failure == null) {
      failure = error;
    }
  }

  /** Shuts the gate; or, while work is under way, leaves it open and tells when that has ended. */
  synchronized Optional<CompletableFuture<Void>> shut() {
    if (underWay == 0) {
      shut = true;
      return Optional.empty();
    }
    if (idle == null) {
      idle = new CompletableFuture<>();
    }
    return Optional.of(idle);
  }

  /** Runs the layer's own last writes, for which the shut gate is open on this thread. */
  void runLast(Runnable writes) {
    letPass(Thread.currentThread());
    try {
      writes.run();
    } finally {
      letPass(null);
    }
  }

  private synchronized void letPass(@Nullable Thread writer) {
    lastWriter = writer;
  }

  /**
   * The error with which the commit must fail: of work that it waited for, or of a write that came
   * too late.
   */
  synchronized Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }
}
