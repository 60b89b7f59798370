package dev.tenure.queue.pointer;

import dev.tenure.queue.zone.LeasedItem;
import java.time.Instant;
import java.util.List;

/** The result of a visit to a zone. */
public sealed interface VisitResult {

  /** Calls the method for this kind of result, and returns its value. */
  <R> R match(Cases<R> cases);

  /** Has one method for each kind of result. */
  interface Cases<R> {
    R taken(Taken taken);

    R idle(Idle idle);

    R collected(Collected collected);

    R notVested(NotVested notVested);

    R gone(Gone gone);

    R conflict(Conflict conflict);

    R unable(Unable unable);

    R failed(Failed failed);
  }

  /**
   * The visit leased items; the pointer vests at {@code next}.
   *
   * @param moreVested whether more items can be taken; {@code next} is then now
   */
  record Taken(List<LeasedItem> items, boolean moreVested, Instant next) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.taken(this);
    }
  }

  /**
   * The visit leased no item. The pointer vests at {@code next}, which lies in the past when the
   * zone has vested items that other consumers can take.
   *
   * @param confirmed whether every producer sees that the pointer is asleep; if not, the zone is
   *     visited again within six seconds
   */
  record Idle(Instant next, boolean confirmed) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.idle(this);
    }
  }

  /** The zone was empty for long enough, or its tenant is deleted: the pointer was deleted. */
  record Collected() implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.collected(this);
    }
  }

  /** The pointer does not vest yet, since another visit has requeued it; nothing was changed. */
  record NotVested(Instant until) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.notVested(this);
    }
  }

  /** There is no pointer; nudges that were left have been cleared. */
  record Gone() implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.gone(this);
    }
  }

  /** Another visit committed first; nothing was changed. */
  record Conflict() implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.conflict(this);
    }
  }

  /**
   * This process cannot read the zone: it lacks the application's schema, newer metadata, or
   * something else that other consumers may have. Nothing was changed.
   */
  record Unable(Throwable cause) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.unable(this);
    }
  }

  /**
   * No consumer can read the zone, since its store is damaged or locked; the pointer rests until
   * {@code next}.
   */
  record Failed(Throwable cause, Instant next) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.failed(this);
    }
  }
}
