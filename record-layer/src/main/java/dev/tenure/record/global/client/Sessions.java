package dev.tenure.record.global.client;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.settings.KeysLease;
import dev.tenure.record.global.settings.OldKeysException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives each operation a session, which it uses from begin to end. */
final class Sessions {
  private final Supplier<CompletableFuture<Session>> current;

  private Sessions(Supplier<CompletableFuture<Session>> current) {
    this.current = current;
  }

  static Sessions only(Session session) {
    return new Sessions(() -> CompletableFuture.completedFuture(session));
  }

  /** A session for each snapshot of the stored keys. */
  static Sessions leased(KeysLease lease, Function<KeysLease.Snapshot, Session> open) {
    AtomicReference<@Nullable Session> last = new AtomicReference<>();
    return new Sessions(
        () ->
            lease
                .current()
                .thenApply(
                    keys -> {
                      Session session = last.get();
                      if (session == null || session.keys() != keys) {
                        session = open.apply(keys);
                        last.set(session);
                      }
                      return session;
                    }));
  }

  /** What the operation throws before its first step is thrown when a session is at hand. */
  <T> CompletableFuture<T> run(Function<Session, CompletableFuture<T>> operation) {
    CompletableFuture<Session> session = current.get();
    CompletableFuture<T> running =
        session.isDone() && !session.isCompletedExceptionally()
            ? operation.apply(session.join())
            : session.thenCompose(operation);
    return running
        .exceptionallyCompose(
            error ->
                CompletableFuture.failedFuture(
                    OldKeysException.within(FdbErrorPredicates.unwrap(error))));
  }
}
