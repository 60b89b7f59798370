package dev.tenure.queue.pointer;

import dev.tenure.queue.zone.LeasedItem;
import java.time.Instant;
import java.util.List;

/** What a visit to a zone did. */
public sealed interface VisitResult {

  /** Calls the method of the cases that is for this result, and returns what it returns. */
  <R> R match(Cases<R> cases);

  /** What to do with each kind of result; a kind that is added later has to be added here. */
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
   * Leased items; the pointer vests at {@code next}.
   *
   * @param moreVested whether items that could be taken are left; then {@code next} is now
   */
  record Taken(List<LeasedItem> items, boolean moreVested, Instant next) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.taken(this);
    }
  }

  /**
   * Took nothing; the pointer vests at {@code next}, which is past when others may take what is
   * vested.
   *
   * @param confirmed whether every producer knows that the pointer may be asleep; if not, the zone
   *     must be looked into again within six seconds
   */
  record Idle(Instant next, boolean confirmed) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.idle(this);
    }
  }

  /** The zone had been empty for long, or its tenant is deleted: its pointer is gone. */
  record Collected() implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.collected(this);
    }
  }

  /** Somebody visited meanwhile; nothing was changed. */
  record NotVested(Instant until) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.notVested(this);
    }
  }

  /** There is no pointer; nudges that were left over are cleared. */
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
   * This process cannot look into the zone, because it lacks the application's schema, newer
   * metadata, or whatever else others may have; nothing was changed.
   */
  record Unable(Throwable cause) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.unable(this);
    }
  }

  /**
   * Nobody can look into the zone, because its store is damaged or locked; its pointer rests until
   * {@code next}.
   */
  record Failed(Throwable cause, Instant next) implements VisitResult {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.failed(this);
    }
  }
}
