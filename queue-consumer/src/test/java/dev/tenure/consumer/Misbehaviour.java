package dev.tenure.consumer;

import com.apple.foundationdb.FDBException;
import dev.tenure.queue.ContentType;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.WorkType;
import dev.tenure.record.error.RecordLayerException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A way in which a handler goes wrong with an item.
 *
 * @param ends how the item ends after three attempts at most
 */
record Misbehaviour(String name, WorkHandler<String> handler, Ends ends) {

  /** What becomes of an item. */
  enum Ends {
    DEAD,
    DONE,
    DISCARDED
  }

  /** A codec whose payload does not go into bytes. */
  static final WorkType<String> UNWRITABLE =
      WorkType.of(
          "unwritable",
          new PayloadCodec<String>() {
            @Override
            public ContentType contentType() {
              return ContentType.RAW;
            }

            @Override
            public byte[] encode(String payload) {
              throw sneaky(new Exception("cannot be written"));
            }

            @Override
            public String decode(byte[] bytes) {
              return "";
            }
          });

  @Override
  public String toString() {
    return name;
  }

  /** Throws what the compiler would not let pass. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Throwable> RuntimeException sneaky(Throwable error) throws E {
    throw (E) error;
  }

  /** None of its methods can be called. */
  static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new StackOverflowError("no cause");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new AssertionError("no stack trace");
    }
  }

  private static final class Circle extends CompletionException {
    private static final long serialVersionUID = 1L;

    Circle() {
      super("round and round", null);
    }

    @Override
    public synchronized Throwable getCause() {
      return this;
    }
  }

  /** A stage that nobody can wait for. */
  private static final class Unobservable extends CompletableFuture<Outcome> {
    @Override
    public CompletableFuture<Outcome> whenComplete(
        BiConsumer<? super Outcome, ? super Throwable> action) {
      throw new IllegalStateException("not observable");
    }
  }

  private static final class Unaskable extends CompletableFuture<Outcome> {
    @Override
    public boolean isDone() {
      throw new AssertionError("not askable");
    }
  }

  private static Misbehaviour dead(String name, WorkHandler<String> handler) {
    return new Misbehaviour(name, handler, Ends.DEAD);
  }

  private static Misbehaviour throwing(String name, Supplier<? extends Throwable> error) {
    return dead(
        name,
        (payload, context) -> {
          throw sneaky(error.get());
        });
  }

  private static Misbehaviour saying(String name, Supplier<Outcome> outcome, Ends ends) {
    return new Misbehaviour(
        name, (payload, context) -> CompletableFuture.completedFuture(outcome.get()), ends);
  }

  private static Misbehaviour effects(String name, Effects effects) {
    return saying("effects: " + name, () -> Outcome.done(effects), Ends.DEAD);
  }

  private static Misbehaviour failing(String name, Supplier<? extends Throwable> error) {
    return effects(name, transaction -> CompletableFuture.failedFuture(error.get()));
  }

  @SuppressWarnings("NullAway") // what a handler must not do
  static List<Misbehaviour> ofHandlers() {
    return List.of(
        dead("null stage", (payload, context) -> null),
        saying("null outcome", () -> null, Ends.DEAD),
        throwing("undeclared exception", () -> new Exception("undeclared")),
        throwing("stack overflow", StackOverflowError::new),
        throwing("out of memory", OutOfMemoryError::new),
        throwing("assertion error", () -> new AssertionError("planted")),
        throwing("unprintable exception", Unprintable::new),
        throwing("circle of causes", Circle::new),
        dead(
            "unprintable failure",
            (payload, context) -> CompletableFuture.failedFuture(new Unprintable())),
        dead("unobservable stage", (payload, context) -> new Unobservable()),
        dead("unaskable stage", (payload, context) -> new Unaskable()),
        saying("dead letter without a reason", () -> Outcome.deadLetter(null), Ends.DEAD),
        saying("retry without a reason", () -> Outcome.retryAfter(SECOND, null), Ends.DEAD),
        saying("retry without a delay", () -> Outcome.retryAfter(null, "later"), Ends.DEAD),
        saying("snooze without a delay", () -> Outcome.snooze(null), Ends.DEAD),
        saying("null effects", () -> Outcome.done(null), Ends.DEAD),
        saying("discard without a reason", () -> Outcome.discard(null), Ends.DISCARDED),
        dead(
            "cancellation that throws",
            (payload, context) ->
                context
                    .cancellation()
                    .thenApply(
                        cancelled -> {
                          throw new StackOverflowError("planted");
                        })),
        dead("never finished", (payload, context) -> new CompletableFuture<>()),
        dead(
            "blocking work that throws",
            WorkHandler.blocking(
                (payload, context) -> {
                  throw new OutOfMemoryError("planted");
                })));
  }

  private static final Duration SECOND = Duration.ofSeconds(1);

  @SuppressWarnings("NullAway") // what effects must not do
  static List<Misbehaviour> ofEffects() {
    List<Misbehaviour> all = new ArrayList<>();
    all.add(effects("null stage", transaction -> null));
    all.add(effects("never finished", transaction -> new CompletableFuture<>()));
    all.add(
        effects(
            "undeclared exception",
            transaction -> {
              throw sneaky(new Exception("undeclared"));
            }));
    all.add(
        effects(
            "stack overflow",
            transaction -> {
              throw new StackOverflowError("planted");
            }));
    all.add(failing("unprintable failure", Unprintable::new));
    all.add(failing("circle of causes", Circle::new));
    for (int code : new int[] {1007, 1009, 1020, 1021, 1031, 2101}) {
      all.add(failing("error " + code, () -> new FDBException("planted", code)));
    }
    all.add(
        failing(
            "wrapped error",
            () -> new IllegalStateException("other", new FDBException("planted", 1020))));
    all.add(
        effects(
            "a child that cannot be written",
            transaction ->
                transaction
                    .zone()
                    .enqueue(NewItem.of(UNWRITABLE, "child"))
                    .thenApply(enqueued -> null)));
    all.add(
        effects(
            "too large",
            transaction -> {
              for (int i = 0; i < 130; i++) {
                byte[] key = ("large " + i).getBytes(StandardCharsets.UTF_8);
                transaction.context().set(key, new byte[90_000]);
              }
              return CompletableFuture.completedFuture(null);
            }));
    all.add(
        effects(
            "value too large",
            transaction -> {
              transaction.context().set(new byte[] {1}, new byte[200_000]);
              return CompletableFuture.completedFuture(null);
            }));
    all.add(
        checked("refused by a commit check", () -> CompletableFuture.failedFuture(violation())));
    all.add(
        checked(
            "a commit check that throws",
            () -> {
              throw new AssertionError("planted");
            }));
    all.add(
        checked(
            "a commit check in conflict",
            () -> CompletableFuture.failedFuture(new FDBException("planted", 1020))));
    all.add(
        checked(
            "a commit check that is too old",
            () -> CompletableFuture.failedFuture(new FDBException("planted", 1007))));
    return all;
  }

  private static Misbehaviour checked(String name, Supplier<CompletableFuture<Void>> check) {
    return effects(
        name,
        transaction -> {
          transaction.context().addCommitCheck(check);
          return CompletableFuture.completedFuture(null);
        });
  }

  private static RecordLayerException violation() {
    return new RecordLayerException(
        RecordLayerException.Code.UNIQUENESS_VIOLATION, "planted duplicate");
  }
}
