package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.ByteString;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.ClusterList;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.DirectoryLayout;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The texts that the directory stores, and what becomes of bytes that it did not write. */
final class DirectoryFormatsTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");

  private final DirectoryFixture fixture = new DirectoryFixture();
  private final TenantDirectory directory = fixture.active();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void layoutIsAMemberOfTheList() {
    ClusterList list = fixture.await(fixture.process().deployment().agree());
    assertTrue(list.names().contains("tenure.directory/1/east,west"), list.toString());
    assertEquals(List.of("east", "north", "west"), list.clusters());
    assertEquals(Optional.of(DirectoryLayout.on(List.of("east", "west"))), list.directory());
  }

  @Test
  void namesWithCommasAndPercentSignsComeBack() {
    for (List<String> shards : List.of(List.of("a,b", "c%2Cd"), List.of("%25", ","))) {
      DirectoryLayout layout = new DirectoryLayout(3, shards);
      assertEquals(
          Optional.of(layout), new ClusterList(1, List.of(member(layout)), List.of()).directory());
    }
  }

  private static String member(DirectoryLayout layout) {
    return "tenure.directory/"
        + layout.version()
        + "/"
        + String.join(
            ",",
            layout.shards().stream()
                .map(name -> name.replace("%", "%25").replace(",", "%2C"))
                .toList());
  }

  @Test
  void memberThatIsNoLayoutIsRefused() {
    for (String member :
        List.of(
            "tenure.directory/",
            "tenure.directory/x/a",
            "tenure.directory/1/",
            "tenure.directory/0/a",
            "tenure.directory/1/a,a")) {
      QueueException error =
          assertThrows(
              QueueException.class,
              () -> new ClusterList(1, List.of(member), List.of()).directory(),
              member);
      assertEquals(Code.CORRUPT, error.code());
    }
    assertThrows(
        IllegalArgumentException.class, () -> ClusterOptions.named("tenure.directory/1/a"));
  }

  @Test
  void keysOfTenantsAreInvertible() {
    for (TenantId tenant :
        List.of(
            AHAB,
            new TenantId("a/b", "c/d"),
            new TenantId("a%2Fb", "%"),
            new TenantId("%25/", "/"))) {
      assertEquals(tenant, StoredEntry.tenant(StoredEntry.key(tenant).value()));
    }
    assertEquals("a%2Fb/c/d", StoredEntry.key(new TenantId("a/b", "c/d")).value());
  }

  @Test
  void entryOfOtherBytesIsToldOrRead() {
    fixture.await(directory.create(AHAB, TenantDetails.NONE.withDisplayName("Captain")));
    MemoryShard.Data shard =
        DirectoryFixture.SHARDS.stream()
            .map(fixture::data)
            .filter(each -> each.stored.containsKey(StoredEntry.key(AHAB)))
            .findFirst()
            .orElseThrow();
    DataRecord whole = Objects.requireNonNull(shard.stored.get(StoredEntry.key(AHAB)));
    Random random = new Random(1);
    int told = 0;
    for (int i = 0; i < 500; i++) {
      byte[] bytes = whole.value().toByteArray();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      shard.stored.put(
          whole.key(),
          new DataRecord(
              whole.key(),
              whole.version(),
              whole.keys(),
              whole.unindexed(),
              ByteString.copyFrom(bytes, 0, 1 + random.nextInt(bytes.length))));
      CompletableFuture<Optional<TenantEntry>> found = directory.find(AHAB);
      fixture.run(found);
      if (found.isCompletedExceptionally()) {
        Throwable error = found.handle((value, thrown) -> thrown.getCause()).join();
        assertTrue(error instanceof QueueException, String.valueOf(error));
        assertFalse(String.valueOf(error).contains("Captain"), String.valueOf(error));
        told++;
      }
    }
    assertTrue(told > 50, "refused: " + told);
  }

  @Test
  void markOfAnUnknownStateIsTold() {
    TenantEntry entry = fixture.await(directory.create(AHAB, TenantDetails.NONE));
    QueueCluster cluster = directory.deployment().cluster(entry.cluster()).orElseThrow();
    List<RecordStore> opened = new ArrayList<>();
    for (String mark : List.of("0809", "08", "ff")) {
      fixture.await(
          cluster
              .database()
              .run(
                  context -> {
                    Subspace store = opened.isEmpty() ? null : opened.get(0).subspace();
                    return (store == null
                            ? cluster.begin(context, AHAB).thenApply(tx -> tx.store())
                            : RecordStore.open(
                                context, store, TestCluster.metaData(), OpenMode.OPEN))
                        .thenAccept(
                            found -> {
                              opened.add(found);
                              found.setUserField("tenure.tenant", ByteString.fromHex(mark));
                            });
                  }));
      QueueException error =
          fixture.failure(
              Code.FORMAT_UNKNOWN, directory.deployment().run(AHAB, tx -> tx.zone().isEmpty()));
      assertTrue(String.valueOf(error.getMessage()).contains("tenure.tenant"), error.toString());
    }
  }
}
