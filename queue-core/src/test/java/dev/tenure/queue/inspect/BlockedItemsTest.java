package dev.tenure.queue.inspect;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TestCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items that wait behind others of their groups, as operators see them. */
final class BlockedItemsTest {
  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    for (String id : List.of("a", "c", "b", "d")) {
      test.run(tx -> tx.zone().enqueue(item(id).withId(id).withGroup("g")));
    }
    test.run(tx -> tx.zone().enqueue(item("x").withId("alone")));
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private List<String> listed(ItemFilter filter) {
    List<String> listed = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    do {
      Page<ItemView> page =
          join(
              new ClusterInspector(test.cluster)
                  .items(TestCluster.TENANT, "default", filter, 2, continuation));
      assertTrue(page.rows().size() <= 2);
      page.rows().forEach(view -> listed.add(view.item().id() + " " + view.state()));
      continuation = page.continuation();
    } while (continuation.isPresent());
    return listed;
  }

  private static ItemFilter in(ItemState state) {
    return new ItemFilter(Optional.of(state), Optional.empty());
  }

  @Test
  void listingShowsThemBehindWhatMayRun() {
    assertEquals(
        List.of("a READY", "alone READY", "b BLOCKED", "c BLOCKED", "d BLOCKED"),
        listed(ItemFilter.all()));
  }

  @Test
  void listingOfOneStateShowsOnlyThem() {
    assertEquals(List.of("b BLOCKED", "c BLOCKED", "d BLOCKED"), listed(in(ItemState.BLOCKED)));
    assertEquals(List.of("a READY", "alone READY"), listed(in(ItemState.READY)));
  }

  @Test
  void oneOfThemIsFoundWithItsBodyAndGroup() {
    ItemView found =
        join(new ClusterInspector(test.cluster).item(TestCluster.TENANT, "default", "c"))
            .orElseThrow();
    assertEquals(ItemState.BLOCKED, found.state());
    assertEquals(Optional.of("g"), found.item().group());
    assertEquals(1, found.item().body().orElseThrow().payload().length);
  }

  @Test
  void zoneCountsThem() {
    ZoneSummary zone = join(new ClusterInspector(test.cluster).zone(TestCluster.TENANT, "default"));
    assertEquals(Map.of("send", 5L), zone.itemsByType());
  }
}
