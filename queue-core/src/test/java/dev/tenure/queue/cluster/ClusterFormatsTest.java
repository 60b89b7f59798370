package dev.tenure.queue.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.WorkType;
import dev.tenure.record.context.RecordContext;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of rows that a cluster keeps for itself, and what is said about other bytes. */
final class ClusterFormatsTest {
  private final ClusterFixture fixture = new ClusterFixture("a");
  private final QueueCluster cluster = fixture.open("a");

  @AfterEach
  void close() {
    fixture.close();
  }

  private byte[] read(byte[] key) {
    return fixture.await(cluster.database().run(context -> context.get(key, false)));
  }

  private void write(Subspace space, Tuple key, String hex) {
    fixture.await(
        cluster
            .database()
            .run(
                (RecordContext context) -> {
                  context.set(space.pack(key), HexFormat.of().parseHex(hex));
                  return CompletableFuture.completedFuture(true);
                }));
  }

  private void assertUnknown(CompletableFuture<?> call, String hex) {
    QueueException error = (QueueException) fixture.failure(call);
    assertEquals(Code.FORMAT_UNKNOWN, error.code());
    assertTrue(ClusterFixture.message(error).contains(hex), ClusterFixture.message(error));
  }

  @Test
  void shardsOfAnApplicationAreTheNumberInUseAndAllThatWereReserved() {
    ApplicationShards shards = cluster.applicationShards();
    List<Integer> three = fixture.await(shards.assign("mail", 3));
    fixture.await(shards.assign("mail", 2));

    String expected =
        "01" + "0002" + String.format("%04x%04x%04x", three.get(0), three.get(1), three.get(2));
    byte[] key = cluster.keys().applicationShards().pack(Tuple.from("mail"));
    assertEquals(expected, HexFormat.of().formatHex(read(key)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "01", "0100", "020001000a", "010002000a", "02"})
  void otherBytesForShardsAreRefused(String hex) {
    write(cluster.keys().applicationShards(), Tuple.from("mail"), hex);
    assertUnknown(cluster.applicationShards().assign("mail", 1), hex);
  }

  @Test
  void markOfALocalItemIsEnqueuedFirst() {
    fixture.await(
        cluster.enqueueLocal(
            NewItem.of(WorkType.of("sweep", PayloadCodecs.text()), "").withId("x")));
    byte[] key = cluster.keys().localMarks().pack(Tuple.from(0, "x"));
    assertEquals("0100", HexFormat.of().formatHex(read(key)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "01", "0103", "0200", "010000"})
  void otherBytesForAMarkAreRefused(String hex) {
    write(cluster.keys().localMarks(), Tuple.from(0, "x"), hex);
    assertUnknown(cluster.localItem("x"), hex);
  }
}
