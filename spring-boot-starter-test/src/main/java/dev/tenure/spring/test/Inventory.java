package dev.tenure.spring.test;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ItemFilter;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import dev.tenure.queue.inspect.ListQuery;
import dev.tenure.queue.inspect.Page;
import dev.tenure.queue.inspect.TenantSummary;
import dev.tenure.queue.inspect.ZoneSummary;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The content of a cluster, which each call reads anew. */
final class Inventory {
  private static final int PAGE = 1_000;
  private static final int LINES_MAX = 50;
  private static final int PAYLOAD_CHARACTERS_MAX = 200;

  private final QueueCluster cluster;
  private final ClusterInspector inspector;

  private Inventory(QueueCluster cluster) {
    this.cluster = cluster;
    this.inspector = new ClusterInspector(cluster);
  }

  /** An item with its tenant and zone. */
  record Entry(TenantId tenant, boolean paused, ItemView view) {

    /** The item as a line, without its body, which a listing may not have read. */
    String line() {
      return "zone %s of %s: item %s of type \"%s\", %s, due %s%s"
          .formatted(
              view.item().zone(),
              tenant,
              view.item().id(),
              view.item().type(),
              view.state(),
              view.item().vesting(),
              view.item().body().map(Entry::payload).orElse(""));
    }

    private static String payload(ItemBody body) {
      byte[] bytes = body.payload();
      if (body.contentType() == ContentType.PROTOBUF || body.contentType() == ContentType.RAW) {
        return ", %d bytes of %s".formatted(bytes.length, body.contentType());
      }
      String text = new String(bytes, StandardCharsets.UTF_8);
      return ", payload "
          + (text.length() <= PAYLOAD_CHARACTERS_MAX
              ? text
              : text.substring(0, PAYLOAD_CHARACTERS_MAX) + "…");
    }
  }

  static Inventory of(MemoryCluster cluster) {
    return new Inventory(cluster.cluster());
  }

  /** All tenants, ordered by application and user. */
  List<TenantId> tenants() {
    return all(
            from ->
                inspector.tenants(Optional.empty(), Optional.empty(), ListQuery.all(), PAGE, from))
        .stream()
        .map(TenantSummary::tenant)
        .toList();
  }

  /** The items of these types that may run now. */
  List<Entry> due(Set<String> types) {
    return tenants().stream()
        .flatMap(tenant -> items(tenant).stream())
        .filter(entry -> !entry.paused() && entry.view().state() == ItemState.READY)
        .filter(entry -> types.contains(entry.view().item().type()))
        .toList();
  }

  /** All items that were not set aside. */
  List<Entry> waiting() {
    return tenants().stream().flatMap(tenant -> items(tenant).stream()).toList();
  }

  /** The items of a tenant that were not set aside, with their bodies. */
  List<Entry> items(TenantId tenant) {
    List<Entry> found = new ArrayList<>();
    for (ZoneSummary zone : cluster.database().join(inspector.zones(tenant))) {
      all(from -> inspector.items(tenant, zone.zone(), ItemFilter.all(), PAGE, from)).stream()
          .map(view -> new Entry(tenant, zone.paused(), whole(tenant, view)))
          .forEach(found::add);
    }
    return found;
  }

  /** A large body is not part of a listing. */
  private ItemView whole(TenantId tenant, ItemView view) {
    return view.item().body().isPresent()
        ? view
        : cluster
            .database()
            .join(inspector.item(tenant, view.item().zone(), view.item().id()))
            .orElse(view);
  }

  private <T> List<T> all(Function<Optional<String>, CompletableFuture<Page<T>>> pages) {
    List<T> rows = new ArrayList<>();
    Optional<String> from = Optional.empty();
    do {
      Page<T> page = cluster.database().join(pages.apply(from));
      rows.addAll(page.rows());
      from = page.continuation();
    } while (from.isPresent());
    return rows;
  }

  /** Entries for a message, one in each line. */
  static String lines(List<Entry> entries) {
    if (entries.isEmpty()) {
      return " nothing";
    }
    StringBuilder lines = new StringBuilder();
    entries.stream().limit(LINES_MAX).forEach(entry -> lines.append("\n  ").append(entry.line()));
    if (entries.size() > LINES_MAX) {
      lines.append("\n  and ").append(entries.size() - LINES_MAX).append(" more");
    }
    return lines.toString();
  }
}
