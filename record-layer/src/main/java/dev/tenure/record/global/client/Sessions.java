package dev.tenure.record.global.client;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.settings.KeysLease;
import dev.tenure.record.global.settings.OldKeysException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives each operation a session, which the operation uses from its beginning to its end. */
final class Sessions {
  private final @Nullable ProtocolSession only;
  private final Supplier<CompletableFuture<ProtocolSession>> current;

  private Sessions(
      @Nullable ProtocolSession only, Supplier<CompletableFuture<ProtocolSession>> current) {
    this.only = only;
    this.current = current;
  }

  static Sessions only(ProtocolSession session) {
    return new Sessions(session, () -> CompletableFuture.completedFuture(session));
  }

  /** A session for each snapshot of the stored keys. */
  static Sessions leased(KeysLease lease, Function<KeysLease.Snapshot, ProtocolSession> open) {
    AtomicReference<@Nullable ProtocolSession> last = new AtomicReference<>();
    return new Sessions(
        null,
        () ->
            lease
                .current()
                .thenApply(
                    keys -> {
                      ProtocolSession session = last.get();
                      if (session == null || session.keys() != keys) {
                        session = open.apply(keys);
                        last.set(session);
                      }
                      return session;
                    }));
  }

  <T> CompletableFuture<T> run(Function<ProtocolSession, CompletableFuture<T>> operation) {
    ProtocolSession fixed = only;
    return (fixed == null ? current.get().thenCompose(operation) : operation.apply(fixed))
        .exceptionallyCompose(
            error ->
                CompletableFuture.failedFuture(
                    OldKeysException.within(FdbErrorPredicates.unwrap(error))));
  }
}
