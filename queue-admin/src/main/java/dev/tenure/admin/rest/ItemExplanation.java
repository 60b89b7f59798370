package dev.tenure.admin.rest;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import dev.tenure.queue.inspect.ZoneSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why an item does not run, or that it does, in sentences for people; the nearest cause first. */
final class ItemExplanation {
  private final List<Reason> reasons = new ArrayList<>();

  private ItemExplanation() {}

  /** What a reason is, for programs. */
  enum Code {
    RUNNING,
    SET_ASIDE,
    GROUP_BLOCKED,
    NOT_DUE,
    BACKING_OFF,
    ZONE_PAUSED,
    NO_CONSUMER,
    TYPE_UNKNOWN,
    VISIT_LATER,
    MAY_RUN
  }

  /**
   * @param until when the reason ends, where that is known
   */
  record Reason(Code code, String text, Optional<Instant> until) {}

  static List<Reason> of(
      ItemView view, ZoneSummary zone, List<ConsumerInfo> consumers, Instant now) {
    ItemExplanation explanation = new ItemExplanation();
    explanation.state(view);
    if (!isSetAside(view.state()) && view.state() != ItemState.LEASED) {
      explanation.hindrances(view, zone, consumers, now);
    }
    return explanation.reasons;
  }

  private static boolean isSetAside(ItemState state) {
    return state == ItemState.DEAD || state == ItemState.PARKED;
  }

  private void state(ItemView view) {
    WorkItem item = view.item();
    switch (view.state()) {
      case LEASED ->
          add(
              Code.RUNNING,
              "Consumer "
                  + item.leasedBy().orElse("unknown")
                  + " holds it; should it die, others may take the item over",
              item.vesting());
      case BLOCKED ->
          add(
              Code.GROUP_BLOCKED,
              "It waits behind others of its group "
                  + item.group().orElse("")
                  + ", which run one after the other.");
      case DELAYED -> add(Code.NOT_DUE, "It is not due yet; it may run", item.vesting());
      case RETRYING ->
          add(Code.BACKING_OFF, "Its last attempt failed; it is tried again", item.vesting());
      case DEAD ->
          add(
              Code.SET_ASIDE,
              "It failed for good and was set aside. It runs again only when somebody retries it.");
      case PARKED ->
          add(
              Code.SET_ASIDE,
              "It could not be read by the code that tried, and was set aside. Retry it once that"
                  + " code has been corrected.");
      case READY -> {}
    }
  }

  private void hindrances(
      ItemView view, ZoneSummary zone, List<ConsumerInfo> consumers, Instant now) {
    String type = view.item().type();
    if (zone.paused()) {
      add(Code.ZONE_PAUSED, "Its zone is paused: nothing is taken from it until it is resumed.");
    }
    if (consumers.isEmpty()) {
      add(Code.NO_CONSUMER, "No consumer of its cluster is alive.");
    } else if (consumers.stream().noneMatch(consumer -> consumer.types().contains(type))) {
      add(Code.TYPE_UNKNOWN, "No live consumer has a handler for type " + type + ".");
    }
    if (view.state() == ItemState.READY && reasons.isEmpty()) {
      ready(zone, now);
    }
  }

  private void ready(ZoneSummary zone, Instant now) {
    Optional<Instant> visit =
        zone.pointer().map(pointer -> pointer.vesting()).filter(vesting -> vesting.isAfter(now));
    if (visit.isPresent()) {
      add(Code.VISIT_LATER, "It is due. A consumer looks into its zone", visit.get());
    } else {
      add(Code.MAY_RUN, "It is due and waits for its turn.");
    }
  }

  private void add(Code code, String text) {
    reasons.add(new Reason(code, text, Optional.empty()));
  }

  private void add(Code code, String text, Instant until) {
    reasons.add(new Reason(code, text, Optional.of(until)));
  }
}
