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
  private final @Nullable Session only;
  private final Supplier<CompletableFuture<Session>> current;

  private Sessions(@Nullable Session only, Supplier<CompletableFuture<Session>> current) {
    this.only = only;
    this.current = current;
  }

  static Sessions only(Session session) {
    return new Sessions(session, () -> CompletableFuture.completedFuture(session));
  }

  /** A session for each snapshot of the stored keys. */
  static Sessions leased(KeysLease lease, Function<KeysLease.Snapshot, Session> open) {
    AtomicReference<@Nullable Session> last = new AtomicReference<>();
    return new Sessions(
        null,
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

  <T> CompletableFuture<T> run(Function<Session, CompletableFuture<T>> operation) {
    Session fixed = only;
    return (fixed == null ? current.get().thenCompose(operation) : operation.apply(fixed))
        .exceptionallyCompose(
            error ->
                CompletableFuture.failedFuture(
                    OldKeysException.within(FdbErrorPredicates.unwrap(error))));
  }
}
