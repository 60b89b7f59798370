package dev.tenure.record.context;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes a commit wait for the writes under way. When no work is under way, the gate is shut, and
 * later writes are refused. Safe for use by many threads; futures are completed outside of the
 * monitor.
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
   * Notes that a write begins; {@link #leave} must follow.
   *
   * @throws IllegalStateException when the gate is shut, or the context has ended; the write has
   *     not begun
   */
  void enterWrite() {
    life.requireWritable();
    synchronized (this) {
      requireOpen();
      underWay++;
    }
  }

  /**
   * Refuses a write that comes too late for the commit. If the commit was not sent yet, it fails
   * too.
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

  /**
   * Notes that work of several steps begins. Returns false when the gate is shut; the commit then
   * does not wait for the work.
   */
  synchronized boolean enter() {
    if (!shut) {
      underWay++;
    }
    return !shut;
  }

  /** Notes that a write or work has ended. */
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

  /**
   * Notes that work failed. If a commit waits for the work, the commit fails with this error, since
   * no other caller might see it.
   */
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

  /**
   * Shuts the gate and returns empty. While work is under way, leaves the gate open and returns a
   * future of the work's end.
   */
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

  /**
   * Runs the layers' last writes. During the call the shut gate admits the writes of this thread.
   */
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
   * The error with which the commit must fail: the error of work for which it waited, or of a write
   * that came too late.
   */
  synchronized Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }
}
