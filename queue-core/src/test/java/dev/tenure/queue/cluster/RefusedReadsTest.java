package dev.tenure.queue.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of an operator while the database answers with errors that it calls retryable. */
final class RefusedReadsTest {
  private final ClusterFixture fixture = new ClusterFixture("west");
  private final QueueCluster cluster = fixture.open("west");

  @BeforeEach
  void createTenant() {
    fixture.await(cluster.createTenant(TestCluster.TENANT));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void readIsRepeatedAfterAFewErrors() {
    Map<String, String> failed = new TreeMap<>();
    HungClusterTest.reads(cluster)
        .forEach(
            (name, call) -> {
              fixture.hanging("west").refuse(3);
              CompletableFuture<?> answer = call.get();
              try {
                fixture.await(answer);
              } catch (RuntimeException e) {
                failed.put(name, e.toString());
              }
            });
    assertEquals(Map.of(), failed);
  }

  @Test
  void readThatMeetsNothingButErrorsSaysThatTheClusterIsUnavailable() {
    Map<String, String> endedOtherwise = new TreeMap<>();
    for (Map.Entry<String, Supplier<CompletableFuture<?>>> each :
        HungClusterTest.reads(cluster).entrySet()) {
      fixture.hanging("west").refuse(Integer.MAX_VALUE);
      Throwable error = fixture.failure(each.getValue().get());
      if (!(error instanceof QueueException told)
          || told.code() != QueueException.Code.CLUSTER_UNAVAILABLE
          || told.maybeCommitted()
          || !ClusterFixture.message(told).startsWith("cluster west refused a read 5 times: ")) {
        endedOtherwise.put(each.getKey(), error.toString());
      }
    }
    assertEquals(Map.of(), endedOtherwise);
  }

  @Test
  void errorOfTheReadItselfIsToldAtOnce() {
    int before = fixture.hanging("west").opened();
    IllegalStateException mine = new IllegalStateException("mine");
    Throwable error =
        fixture.failure(cluster.read(context -> CompletableFuture.failedFuture(mine)));
    assertEquals(mine, error);
    assertTrue(fixture.hanging("west").opened() - before <= 1);
  }
}
