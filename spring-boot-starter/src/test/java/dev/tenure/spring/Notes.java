package dev.tenure.spring;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.EnqueueResult;
import java.util.Map;

/** What the tests enqueue. */
public final class Notes {
  public static final WorkType<String> NOTE = WorkType.of("note", PayloadCodecs.text());
  public static final TenantId ALICE = new TenantId("notes", "alice");

  private Notes() {}

  /** How many notes Alice's zone holds, by type. */
  public static Map<String, Long> counts(TenureTemplate template) {
    return template.execute(ALICE, tx -> tx.zone().countByType());
  }

  /** Enqueues a note for Alice, making her store when it is not there. */
  public static EnqueueResult enqueue(TenureTemplate template, String text) {
    template.createTenant(ALICE);
    return template.execute(ALICE, tx -> tx.zone().enqueue(NewItem.of(NOTE, text)));
  }
}
