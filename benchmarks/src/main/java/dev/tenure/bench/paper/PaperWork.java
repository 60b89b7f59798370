package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.Site;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The work of a measurement's items.
 *
 * @param least the shortest time of a handler; times are spread evenly up to {@code most}
 * @param apart whether each item is completed in a separate transaction, as in the paper; if not,
 *     many items of a cluster share a transaction, as they do here when there are no effects
 */
record PaperWork(Duration least, Duration most, boolean apart) {
  static final WorkType<String> TYPE = WorkType.of("work", PayloadCodecs.text());
  private static final Effects NONE = tenant -> CompletableFuture.completedFuture(null);

  /** "Each work item simulated asynchronous workload of ~50ms" (section 8). */
  static PaperWork ofPaper() {
    return new PaperWork(Duration.ofMillis(40), Duration.ofMillis(60), true);
  }

  /** Hardly any work, so that visits and completions are the bottleneck. */
  static PaperWork brief() {
    return new PaperWork(Duration.ofMillis(1), Duration.ofMillis(1), true);
  }

  /** An item whose payload has its tenant and the time of its enqueue. */
  static NewItem item(int tenant, long nanos) {
    return NewItem.of(TYPE, tenant + ":" + nanos);
  }

  /** The content of an item's payload. */
  record Origin(int tenant, long nanos) {
    static Origin of(ItemBody body) {
      String text = new String(body.payload(), StandardCharsets.UTF_8);
      int colon = text.indexOf(':');
      return new Origin(
          Integer.parseInt(text.substring(0, colon)), Long.parseLong(text.substring(colon + 1)));
    }
  }

  Handlers handlers(Site site) {
    return Handlers.builder().on(TYPE, (payload, context) -> handle(site)).build();
  }

  private CompletableFuture<Outcome> handle(Site site) {
    long spread = most.minus(least).toNanos();
    long nanos = least.toNanos() + (spread == 0 ? 0 : site.random(spread));
    Outcome outcome = apart ? Outcome.done(NONE) : Outcome.done();
    CompletableFuture<Outcome> done = new CompletableFuture<>();
    var unused = site.timer().schedule(() -> done.complete(outcome), nanos, TimeUnit.NANOSECONDS);
    return done;
  }
}
