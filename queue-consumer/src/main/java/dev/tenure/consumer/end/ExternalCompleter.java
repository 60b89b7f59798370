package dev.tenure.consumer.end;

import dev.tenure.consumer.Effects;
import dev.tenure.consumer.StoreEffects;
import dev.tenure.consumer.end.Completion.Applied;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.failure.DatabaseTrouble;
import dev.tenure.consumer.failure.ForeignErrors;
import dev.tenure.consumer.inflight.ExternalHolds;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ExternalStoreException;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Ends items that lie in external stores, one by one. Effects on FoundationDB commit first, with
 * the item's unique record; then the store ends the item, together with effects of its own. When
 * one of the two does not answer, the step is repeated while the lease lasts. Thread-safe.
 */
final class ExternalCompleter {
  private static final ExponentialBackoff POSTPONED =
      new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(1));

  /** Effects have failed after this many failures while FoundationDB was well. */
  private static final int SUSPICIONS_MAX = 10;

  private static final int LIFE_RADIX = 36;

  private final Environment environment;
  private final ExternalHolds holds;
  private final RunOptions run =
      RunOptions.defaults()
          .withName("external-effects")
          .withIdempotent(true)
          .withDelays(Duration.ofMillis(5), Duration.ofMillis(100));

  ExternalCompleter(Environment environment, ExternalHolds holds) {
    this.environment = environment;
    this.holds = holds;
  }

  /** As {@link Completer#end}. */
  CompletableFuture<Applied> end(
      InFlightItem inFlight, Ending ending, ItemLocation.OfExternal home) {
    Ended ended = new Ended(inFlight, ending, home);
    environment.whenDoneInline(ended.result, (applied, error) -> ended(inFlight, home, error));
    ended.step();
    return ended.result;
  }

  /** Gives the lease on the pointer back after the last item of its visit. */
  private void ended(
      InFlightItem inFlight, ItemLocation.OfExternal home, @Nullable Throwable error) {
    if (!(error instanceof EffectsException) && holds.ended(inFlight)) {
      environment.whenDone(
          home.cluster().visits().releasePointer(home.ref(), inFlight.leaseId()),
          environment.executor(),
          (done, failure) -> {
            if (failure != null) {
              environment.report("giving back a pointer", home, failure);
            }
          });
    }
  }

  /** An end on its way; one step at a time uses it. */
  private final class Ended {
    private final InFlightItem inFlight;
    private final Ending ending;
    private final ItemLocation.OfExternal home;
    private final CompletableFuture<Applied> result = new CompletableFuture<>();
    private boolean effectsDone;
    private boolean doubtful;
    private int postponed;
    private int suspected;

    Ended(InFlightItem inFlight, Ending ending, ItemLocation.OfExternal home) {
      this.inFlight = inFlight;
      this.ending = ending;
      this.home = home;
    }

    void step() {
      if (environment.lifeCycle().over()) {
        return;
      }
      Optional<Effects> effects =
          ending.effectsToApply().filter(each -> !(each instanceof StoreEffects));
      if (effects.isPresent() && !effectsDone) {
        environment.whenDone(
            environment.begin(() -> applyOnce(effects.get())),
            environment.executor(),
            (done, error) -> {
              effectsDone = error == null;
              if (error == null) {
                endInStore();
              } else {
                judge(ForeignErrors.unwrap(error));
              }
            });
      } else {
        endInStore();
      }
    }

    /** Applies effects on FoundationDB, unless the item's unique record says that they were. */
    private CompletableFuture<Void> applyOnce(Effects effects) {
      return home.cluster().run(run, home.tenant(), tx -> applyOnce(effects, tx.ofItemUnderWay()));
    }

    private CompletableFuture<Void> applyOnce(Effects effects, TenantTransaction tx) {
      Duration uniqueFor = home.cluster().options().externalStores().uniqueFor();
      CompletableFuture<Boolean> first =
          uniqueFor.isZero()
              ? CompletableFuture.completedFuture(true)
              : tx.zone(home.zone()).noteUnique(uniqueId(), uniqueFor);
      return first.thenCompose(
          fresh ->
              fresh
                  ? new EffectsBound(environment).run(() -> effects.apply(tx))
                  : CompletableFuture.completedFuture(null));
    }

    private String uniqueId() {
      return inFlight.item().id() + "#" + Long.toString(inFlight.life(), LIFE_RADIX);
    }

    private void judge(Throwable why) {
      switch (DatabaseTrouble.of(why)) {
        case CONFLICT, REFUSED -> blame(why);
        case NONE -> {
          if (why instanceof TimeoutException) {
            suspect(why);
          } else {
            blame(why);
          }
        }
        case TOO_OLD, UNWELL -> suspect(why);
      }
    }

    private void blame(Throwable why) {
      result.completeExceptionally(new EffectsException(why));
    }

    /** Repeats the effects, and blames them in the end if FoundationDB answers others. */
    private void suspect(Throwable why) {
      environment.whenDone(
          home.cluster().read(RecordContext::readVersion),
          environment.executor(),
          (version, error) -> {
            if (error == null && ++suspected >= SUSPICIONS_MAX) {
              blame(why);
            } else {
              postpone(why);
            }
          });
    }

    private void endInStore() {
      Optional<ExternalEffects> effects =
          ending
              .effectsToApply()
              .filter(StoreEffects.class::isInstance)
              .map(each -> ((StoreEffects) each).effects());
      environment.whenDone(
          environment.begin(
              () -> ending.apply(new EndedZone.InStore(home, effects), inFlight.leased())),
          environment.executor(),
          (outcome, error) -> ended(outcome, error, effects.isPresent()));
    }

    private void ended(
        @Nullable ZoneOutcome outcome, @Nullable Throwable error, boolean withEffects) {
      if (error == null && outcome != null) {
        boolean lasts = environment.time().now().isBefore(inFlight.lease().until());
        result.complete(new Applied(outcome, doubtful && lasts));
        return;
      }
      Throwable why = ForeignErrors.unwrap(error == null ? new NullPointerException() : error);
      if (why instanceof ExternalStoreException down) {
        doubtful |= down.maybeCommitted();
        postpone(why);
      } else if (withEffects) {
        blame(why);
      } else {
        result.completeExceptionally(why);
      }
    }

    private void postpone(Throwable why) {
      Instant until = inFlight.lease().until();
      if (environment.time().now().isBefore(until)) {
        environment.time().after(POSTPONED.after(++postponed), this::step);
      } else {
        result.completeExceptionally(why);
      }
    }
  }
}
