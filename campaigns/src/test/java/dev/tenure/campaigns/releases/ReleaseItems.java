package dev.tenure.campaigns.releases;

import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Tenants, zones and items of the data. An item's payload is its name. */
final class ReleaseItems {
  static final String APPLICATION = "fixture";
  static final WorkType<String> WORK = WorkType.of("work", PayloadCodecs.text());

  /** When the first transaction of the data was run, by the clock of the queues. */
  static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");

  /** After this time since {@link #BEGUN} everything has been written. */
  static final Duration WRITTEN = Duration.ofHours(1);

  /** Has the notes and nothing queued. */
  static final TenantId NOTES = tenant("notes");

  /** Vested items of several priorities in two zones, one with an id and attributes. */
  static final TenantId VESTED = tenant("vested");

  static final String SECOND_ZONE = "mail";

  /** An item that vests in an hour, one in 20 days; the pointer was never visited. */
  static final TenantId DELAYED = tenant("delayed");

  static final Duration FIRST_DELAY = Duration.ofHours(2);
  static final Duration LAST_DELAY = Duration.ofDays(20);

  /** Two items that a consumer leased and never ended, one that waits. */
  static final TenantId LEASED = tenant("leased");

  /** Groups: of {@code a} the first item is done, the second leased; {@code b} waits. */
  static final TenantId GROUPS = tenant("groups");

  /** A failed and a parked dead letter, and an item that waits for its third attempt. */
  static final TenantId LETTERS = tenant("letters");

  static final String LETTER_REASON = "the address is unknown";
  static final String STACK_TRACE = "java.io.IOException: refused\n\tat app.Mail.send(Mail.java:7)";

  /** An id that is done and remembered. */
  static final TenantId REMEMBERING = tenant("remembering");

  static final String REMEMBERED_ID = "order-1";
  static final Duration REMEMBERED_FOR = Duration.ofDays(10);

  /** Items that vest later, and a pointer whose sleep was confirmed. */
  static final TenantId ASLEEP = tenant("asleep");

  /** Two items in a zone that is paused. */
  static final TenantId PAUSED = tenant("paused");

  static final List<TenantId> TENANTS =
      List.of(NOTES, VESTED, DELAYED, LEASED, GROUPS, LETTERS, REMEMBERING, ASLEEP, PAUSED);

  /** The items that run without anything being done for them. */
  static final Set<String> RUN =
      Set.of(
          "vested/0",
          "vested/1",
          "vested/2",
          "vested/3",
          "vested/4",
          "vested/second-zone",
          "delayed/first",
          "delayed/last",
          "leased/0",
          "leased/1",
          "leased/2",
          "groups/a1",
          "groups/a2",
          "groups/b0",
          "groups/b1",
          "letters/retried",
          "asleep/0");

  /** The items that run once the dead letters are redriven and the zone is resumed. */
  static final Set<String> RUN_LATER =
      Set.of("letters/failed", "letters/parked", "paused/0", "paused/1");

  private ReleaseItems() {}

  private static TenantId tenant(String user) {
    return new TenantId(APPLICATION, user);
  }
}
