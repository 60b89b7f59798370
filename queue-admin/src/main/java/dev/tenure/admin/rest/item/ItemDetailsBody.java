package dev.tenure.admin.rest.item;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import dev.tenure.queue.zone.FailedAttempt;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An item as JSON, with all details. */
public record ItemDetailsBody(
    String id,
    ItemState state,
    String type,
    int schemaVersion,
    int priority,
    Instant vesting,
    Optional<String> leasedBy,
    int leases,
    int attempts,
    int errors,
    Instant enqueuedAt,
    int bodySize,
    Optional<String> group,
    Optional<String> deadLetterReason,
    Optional<Instant> setAsideAt,
    List<Failure> failures,
    Optional<StackTraceBody> stackTrace,
    Map<String, String> attributes,
    Optional<PayloadBody> payload,
    List<ReasonBody> explanation) {

  /** One failed attempt. */
  public record Failure(Instant at, int attempt, String consumer, String error) {
    static Failure of(FailedAttempt failed) {
      return new Failure(failed.at(), failed.attempt(), failed.consumer(), failed.error());
    }
  }

  public static ItemDetailsBody of(
      ItemView view, Optional<Instant> setAsideAt, int previewBytes, List<ReasonBody> explanation) {
    Row row = Row.of(view);
    return new ItemDetailsBody(
        row.id,
        row.state,
        row.type,
        row.schemaVersion,
        row.priority,
        row.vesting,
        row.leasedBy,
        row.leases,
        row.attempts,
        row.errors,
        row.enqueuedAt,
        row.bodySize,
        row.group,
        view.setAsideBecause(),
        setAsideAt,
        view.failures().stream().map(Failure::of).toList(),
        StackTraceBody.of(view.failures()),
        view.item().body().map(body -> body.attributes()).orElse(Map.of()),
        previewBytes == 0
            ? Optional.empty()
            : view.item().body().map(body -> PayloadBody.of(body, previewBytes)),
        explanation);
  }

  /** An item in a list. */
  public record Row(
      String id,
      ItemState state,
      String type,
      int schemaVersion,
      int priority,
      Instant vesting,
      Optional<String> leasedBy,
      int leases,
      int attempts,
      int errors,
      Instant enqueuedAt,
      int bodySize,
      Optional<String> group) {

    public static Row of(ItemView view) {
      WorkItem item = view.item();
      return new Row(
          item.id(),
          view.state(),
          item.type(),
          item.schemaVersion(),
          item.priority(),
          item.vesting(),
          view.state() == ItemState.LEASED ? item.leasedBy() : Optional.empty(),
          item.leases(),
          item.attempts(),
          item.errors(),
          item.enqueuedAt(),
          item.bodySize(),
          item.group());
    }
  }
}
