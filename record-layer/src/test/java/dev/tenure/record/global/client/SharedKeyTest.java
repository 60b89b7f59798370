package dev.tenure.record.global.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.protocol.SharedPage;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedKeyTest {
  private static final SecondaryKey TOWN = new SecondaryKey("town", "Berlin");
  private static final SecondaryKey NEXT = new SecondaryKey("town", "Berlin-Mitte");
  private static final SecondaryKey EMAIL = new SecondaryKey("email", "ab@x.com");
  private static final KeyDefinitions KEYS =
      KeyDefinitions.of(KeyDefinition.alternate("email"), KeyDefinition.shared("town"));

  private final VirtualTime time = new VirtualTime();
  private final LateShards shards = new LateShards(time, 3, 1);
  private final GlobalIndex client =
      shards.client(KEYS, GlobalIndexOptions.defaults().withCleanersMax(0), Life.endless());

  private static PrimaryKey pk(int number) {
    return new PrimaryKey(String.format("p%03d", number));
  }

  private List<Integer> pageSizes(int most) {
    List<Integer> sizes = new ArrayList<>();
    List<PrimaryKey> keys = new ArrayList<>();
    Optional<PrimaryKey> after = Optional.empty();
    do {
      SharedPage page = time.join(client.readPage(TOWN, after, most));
      page.records().forEach(each -> keys.add(each.key()));
      sizes.add(page.records().size());
      after = page.last();
    } while (after.isPresent());
    assertEquals(
        IntStream.range(0, 25).filter(i -> i != 7).mapToObj(SharedKeyTest::pk).toList(), keys);
    return sizes;
  }

  @Test
  void pagesGiveAllOwnersInOrderWithoutGarbageAndOtherKeys() {
    for (int i = 0; i < 25; i++) {
      time.join(client.create(pk(i), LateShards.content("", TOWN)));
    }
    time.join(client.create(new PrimaryKey("p0005"), LateShards.content("", NEXT)));
    time.join(client.delete(pk(7)));
    assertEquals(List.of(9, 10, 5), pageSizes(10));
    shards.index.get(0).isDown = true;
    assertEquals(List.of(10, 10, 4), pageSizes(10));
  }

  @Test
  void pageOfNoneAndPageOfAnAlternateKeyAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> client.readPage(TOWN, Optional.empty(), 0));
    assertThrows(IllegalArgumentException.class, () -> client.readPage(EMAIL, Optional.empty(), 1));
  }

  @Test
  void ownersThatShareAKeyDoNotContend() {
    List<java.util.concurrent.CompletableFuture<?>> creates = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      creates.add(client.create(pk(i), LateShards.content("", TOWN)));
    }
    creates.forEach(time::join);
    assertTrue(time.join(client.readAll(TOWN)).stream().allMatch(each -> each.owns(TOWN)));
    assertEquals(50, time.join(client.readAll(TOWN)).size());
  }
}
