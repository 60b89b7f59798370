package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Fleet.Site;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consumers of a new cluster lease by visits, unless the cluster was made otherwise. */
final class VisitLeasesByDefaultTest {
  @ParameterizedTest
  @CsvSource({"true, 1", "false, 0"})
  void theStoreHasTheContentFormatOfItsLeases(boolean visitLeases, int contentFormat) {
    ClusterOptions options = ClusterOptions.named("a");
    try (Fleet fleet = Fleet.start(1, visitLeases ? options : options.withVisitLeases(false))) {
      Site site = fleet.process("p").withTenant(Fleet.AHAB);
      site.start("c", (payload, context) -> CompletableFuture.completedFuture(Outcome.done()));
      fleet.time.pass(Duration.ofSeconds(1));
      site.send(Fleet.AHAB, "x");
      fleet.time.pass(Duration.ofSeconds(5));
      assertEquals(0, site.left(Fleet.AHAB));
      assertEquals(
          contentFormat,
          site.<Integer>run(
              Fleet.AHAB, tx -> CompletableFuture.completedFuture(tx.store().contentFormat())));
    }
  }
}
