package dev.tenure.admin.rest.item;

import dev.tenure.queue.WorkType;
import dev.tenure.queue.explain.Cause;
import dev.tenure.queue.explain.Explanation;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The reason why an item does not run, or the statement that it can run, in a sentence for people.
 *
 * @param until the time at which the reason ends; empty when it is not known
 */
public record ReasonBody(Code code, String text, Optional<Instant> until) {

  /** The codes of reasons, for programs. */
  public enum Code {
    RUNNING,
    LEASE_NOT_OVER,
    SET_ASIDE,
    GONE,
    NOT_DUE,
    BACKING_OFF,
    TENANT_SUSPENDED,
    ZONE_PAUSED,
    NO_CONSUMER,
    TYPE_UNKNOWN,
    VERSION_UNREAD,
    THROTTLED,
    GROUP_BLOCKED,
    VISIT_LATER,
    POINTER_MISSING,
    MAY_RUN
  }

  /** The reasons of an explanation, in the order of its causes. */
  public static List<ReasonBody> of(Explanation explanation) {
    return explanation.causes().stream().map(ReasonBody::of).toList();
  }

  private static ReasonBody of(Cause cause) {
    if (cause instanceof Cause.NotVested later) {
      return later.failed()
          ? until(Code.BACKING_OFF, "Its last attempt failed; it is tried again", later.until())
          : until(Code.NOT_DUE, "It is not due yet; it may run", later.until());
    }
    if (cause instanceof Cause.Leased leased) {
      return until(
          Code.RUNNING,
          "Consumer "
              + leased.consumer()
              + " holds it; should it die, others may take the item over",
          leased.until());
    }
    if (cause instanceof Cause.LeaseNotOver over) {
      return until(
          Code.LEASE_NOT_OVER,
          "The lease of consumer "
              + over.consumer()
              + " has run out, but not by the database's own count of time; others may take the"
              + " item over",
          over.takeable());
    }
    if (cause instanceof Cause.NoConsumer none) {
      return noConsumer(none);
    }
    if (cause instanceof Cause.VersionUnread unread) {
      return versionUnread(unread);
    }
    if (cause instanceof Cause.Throttled throttled) {
      return now(
          Code.THROTTLED,
          "Each consumer that runs type %s had as many running as it may: %s."
              .formatted(throttled.type(), String.join(", ", throttled.consumers())));
    }
    if (cause instanceof Cause.PointerLater pointer) {
      return visit(pointer);
    }
    if (cause instanceof Cause.SetAside aside) {
      return setAside(aside);
    }
    return withoutDetails(cause);
  }

  private static ReasonBody withoutDetails(Cause cause) {
    if (cause instanceof Cause.TenantSuspended) {
      return now(
          Code.TENANT_SUSPENDED,
          "Its tenant is suspended: nothing of it begins until the tenant is resumed.");
    }
    if (cause instanceof Cause.Paused) {
      return now(
          Code.ZONE_PAUSED, "Its zone is paused: nothing is taken from it until it is resumed.");
    }
    if (cause instanceof Cause.GroupBlocked group) {
      return now(
          Code.GROUP_BLOCKED,
          "It waits for item %s before it in group %s.".formatted(group.head(), group.group()));
    }
    if (cause instanceof Cause.PointerMissing missing) {
      return now(
          Code.POINTER_MISSING,
          "DEFECT: its zone has no pointer%s, so that no consumer finds it. Enqueue anything into"
                  .formatted(missing.existenceEntry() ? ", though an entry names one" : "")
              + " the zone to have one made, and report this.");
    }
    if (cause instanceof Cause.Gone) {
      return now(Code.GONE, "The zone has no such item: it is done, was cancelled, or never was.");
    }
    if (cause instanceof Cause.Nothing) {
      return now(Code.MAY_RUN, "It is due and waits for its turn.");
    }
    throw new IllegalStateException("cause of no known kind: " + cause);
  }

  private static ReasonBody noConsumer(Cause.NoConsumer none) {
    String before =
        none.lastAnnounced().map(at -> " One that had was last heard at " + at + ".").orElse("");
    return none.liveConsumers() == 0
        ? now(Code.NO_CONSUMER, "No consumer of its cluster is alive." + before)
        : now(
            Code.TYPE_UNKNOWN,
            "No live consumer has a handler for type %s; they have handlers for %s.%s"
                .formatted(none.type(), ofApplications(none.liveTypes()), before));
  }

  /** The types of applications. Types of Tenure itself do not help to find a mistyped name. */
  private static String ofApplications(Collection<String> types) {
    List<String> named = types.stream().filter(type -> !WorkType.isReserved(type)).toList();
    return named.isEmpty() ? "none of an application" : String.join(", ", named);
  }

  private static ReasonBody versionUnread(Cause.VersionUnread unread) {
    String before =
        unread.lastAnnounced().map(at -> " One that did was last heard at " + at + ".").orElse("");
    return now(
        Code.VERSION_UNREAD,
        "No live consumer reads its schema version %d of type %s; %s read up to version %d.%s"
            .formatted(
                unread.schemaVersion(),
                unread.type(),
                String.join(", ", unread.consumers()),
                unread.newestRead(),
                before));
  }

  private static ReasonBody visit(Cause.PointerLater pointer) {
    String text =
        pointer.failedVisits() > 0
            ? "Its zone could not be looked into, %d times in a row; it is tried again"
                .formatted(pointer.failedVisits())
            : "A consumer looks into its zone";
    return until(
        Code.VISIT_LATER,
        pointer.tooLate() ? "DEFECT: its zone is looked into far too late. " + text : text,
        pointer.until());
  }

  private static ReasonBody setAside(Cause.SetAside aside) {
    return switch (aside.kind()) {
      case FAILED ->
          now(
              Code.SET_ASIDE,
              "It failed for good and was set aside. It runs again only when a person redrives"
                  + " it.");
      case PARKED ->
          now(
              Code.SET_ASIDE,
              "It could not be read by the code that tried, and was set aside. Retry it once that"
                  + " code has been corrected.");
    };
  }

  private static ReasonBody now(Code code, String text) {
    return new ReasonBody(code, text, Optional.empty());
  }

  private static ReasonBody until(Code code, String text, Instant until) {
    return new ReasonBody(code, text, Optional.of(until));
  }
}
