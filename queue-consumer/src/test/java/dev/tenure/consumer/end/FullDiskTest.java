package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ZoneSummary;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Minutes on a full disk: longer than versions are reserved ahead, and than a version is read. */
class FullDiskTest {
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site site = fleet.process("site").withTenant(Fleet.AHAB);

  @AfterEach
  void close() {
    fleet.setDiskFull(false);
    fleet.close();
  }

  @Test
  void enqueuesFailAtOnceWith1510AndReadsGoOn() {
    String before = site.send(Fleet.AHAB, "before");
    fleet.setDiskFull(true);
    assertEquals(1021, codeOfEnqueue());
    for (int look = 0; look < 20; look++) {
      assertEquals(1510, codeOfEnqueue(), "of look " + look);
      assertTrue(site.find(Fleet.AHAB, before).isPresent());
      assertEquals(1, answer(new ClusterInspector(site.cluster()).summary()).pointers());
      ZoneSummary zone = answer(new ClusterInspector(site.cluster()).zone(Fleet.AHAB, "default"));
      assertEquals(1, zone.itemsByType().get("send"));
      fleet.time.pass(Duration.ofSeconds(9));
    }
    fleet.setDiskFull(false);
    site.send(Fleet.AHAB, "after");
    assertEquals(2, site.left(Fleet.AHAB));
  }

  @Test
  void consumersGoOnOnceThereIsRoom() {
    Consumer consumer = site.start("one", (payload, context) -> fleet.takes(AT_ONCE, done()));
    fleet.time.pass(Duration.ofSeconds(30));
    for (int item = 0; item < 20; item++) {
      site.send(Fleet.AHAB, "item " + item);
    }
    fleet.setDiskFull(true);
    fleet.time.pass(Duration.ofMinutes(5));
    assertEquals(20, site.left(Fleet.AHAB));
    fleet.setDiskFull(false);
    fleet.time.runUntil(Duration.ofSeconds(40), () -> site.left(Fleet.AHAB) == 0);
    assertEquals(20, site.counter(Fleet.AHAB, "done"));
    fleet.time.pass(Duration.ofMinutes(2));
    site.send(Fleet.AHAB, "woken by a watch or a signal");
    fleet.time.runUntil(Duration.ofSeconds(3), () -> site.left(Fleet.AHAB) == 0);
    fleet.time.join(consumer.stop(Duration.ofSeconds(10)));
  }

  private static Outcome done() {
    return Outcome.done(Counters.add("done"));
  }

  private int codeOfEnqueue() {
    CompletableFuture<?> enqueue =
        site.deployment()
            .run(Fleet.AHAB, tx -> tx.zone().enqueue(NewItem.of(Fleet.SEND, "refused")));
    fleet.time.runUntil(AT_ONCE, enqueue::isDone);
    Throwable error = FdbErrorPredicates.unwrap(assertThrows(Exception.class, enqueue::join));
    Throwable cause = error instanceof FDBException ? error : error.getCause();
    return assertInstanceOf(FDBException.class, cause).getCode();
  }

  private <T> T answer(CompletableFuture<T> answer) {
    fleet.time.runUntil(AT_ONCE, answer::isDone);
    return answer.join();
  }
}
