package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.global.SecondaryKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The directory with its shards in record stores of the clusters. */
@Tag("late")
final class StoredShardsTest {
  private static final TenantId AHAB = new TenantId("mail", "ahab");
  private static final TenantId ISHMAEL = new TenantId("mail", "ishmael");
  private static final SecondaryKey EMAIL = new SecondaryKey("email", "a@b.example");
  private static final TenantDetails DETAILS =
      TenantDetails.NONE.withKey("email", "a@b.example").withKey("handle", "@a");

  private final DirectoryFixture fixture = new DirectoryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private TenantDirectory process() {
    return TenantDirectory.of(
        fixture.plain(Life.endless()),
        DirectoryFixture.options(),
        DirectoryShards.inRecordStores());
  }

  @Test
  void tenantIsCreatedFoundSuspendedAndDeletedByDifferentProcesses() {
    fixture.await(process().adopt(progress -> {}));
    TenantEntry created = fixture.await(process().create(AHAB, DETAILS));
    fixture.failure(Code.ALTERNATE_KEY_TAKEN, process().create(ISHMAEL, DETAILS));
    assertEquals(Optional.of(created), fixture.await(process().find(EMAIL)));
    fixture.await(process().suspend(AHAB, "unpaid"));
    fixture.failure(Code.TENANT_SUSPENDED, DirectoryFixture.enqueue(process(), AHAB));
    assertEquals(List.of(), Audits.all(fixture, process(), false));
    fixture.await(process().delete(AHAB));
    fixture.await(process().create(ISHMAEL, DETAILS));
    assertEquals(ISHMAEL, fixture.await(process().find(EMAIL)).orElseThrow().tenant());
  }

  @Test
  void manyTenantsAreListedAndAudited() {
    TenantDirectory directory = process();
    fixture.await(directory.adopt(progress -> {}));
    for (int i = 0; i < 40; i++) {
      fixture.await(directory.create(new TenantId("mail", "u" + i), TenantDetails.NONE));
    }
    int listed = 0;
    Optional<String> next = Optional.empty();
    do {
      EntryPage page = fixture.await(directory.list(EntryFilter.ALL, next, 7));
      listed += page.entries().size();
      next = page.next();
    } while (next.isPresent());
    assertEquals(40, listed);
    assertEquals(List.of(), Audits.all(fixture, directory, false));
  }

  @Test
  void shardsLieBesideClusterDb() {
    TenantDirectory directory = process();
    fixture.await(directory.adopt(progress -> {}));
    fixture.await(directory.create(AHAB, DETAILS));
    for (String name : DirectoryFixture.SHARDS) {
      QueueCluster cluster = directory.deployment().cluster(name).orElseThrow();
      byte[] shard = cluster.options().root().pack(Tuple.from(1, 9, 0));
      assertTrue(
          fixture.backUp(name).stream()
              .anyMatch(row -> Arrays.mismatch(row.getKey(), shard) == shard.length),
          name);
    }
  }
}
