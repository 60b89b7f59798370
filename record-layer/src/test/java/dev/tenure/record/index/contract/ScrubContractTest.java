package dev.tenure.record.index.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.scrub.Fault;
import dev.tenure.record.scrub.IndexScrubber;
import dev.tenure.record.scrub.ScrubLimits;
import dev.tenure.record.scrub.ScrubPosition;
import dev.tenure.record.scrub.ScrubReport;
import dev.tenure.record.store.StoreOptions;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every index type under the scrubber: silent when healthy, and any row that is damaged is found.
 */
final class ScrubContractTest {
  private static final int DAMAGED_ROWS = 10;

  /** Rows with entries of many records, of which each may be told. */
  private static final Set<String> SHARED_ROWS = Set.of("text");

  private static final Set<Code> REFUSALS =
      EnumSet.of(Code.UNIQUENESS_VIOLATION, Code.DAMAGED, Code.FORMAT_UNKNOWN);

  /** What is done to a row. */
  private enum Damage {
    DELETED,
    GARBAGE,
    CHANGED,
    ADDED
  }

  static Stream<IndexCase> cases() {
    return IndexCases.all().stream();
  }

  private static void fill(ContractStore store, RandomGenerator random) {
    for (int i = 0; i < 12; i++) {
      change(store, random);
    }
  }

  /** Saves some subjects and deletes one; a unique index may refuse, and a damaged one too. */
  private static void change(ContractStore store, RandomGenerator random) {
    try {
      store.save(ContractStore.random(random, 3));
      Subject gone = ContractStore.random(random);
      Tuple key = Tuple.from(gone.getTeam(), gone.getId());
      store.in(open -> open.context().join(open.delete(ContractStore.SUBJECT, key)));
    } catch (RecordLayerException refused) {
      assertTrue(REFUSALS.contains(refused.code()), refused::toString);
    }
  }

  private static IndexScrubber.Builder scrubber(ContractStore store) {
    return IndexScrubber.builder(
        store.test.database,
        StoreOptions.of(store.test.subspace, store.metaData),
        store.subject.name());
  }

  private static ScrubReport scrub(ContractStore store, boolean repair, int slice) {
    ScrubLimits limits = ScrubLimits.defaults().withSlice(slice, 1_000_000);
    return store.test.database.join(scrubber(store).repair(repair).limits(limits).build().run());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void healthyIndexHasNoFaults(IndexCase subject) {
    RandomGenerator random = Seeds.random("ScrubContractTest");
    try (ContractStore store = new ContractStore(subject)) {
      fill(store, random);
      List<String> rows = store.indexRows();
      for (int slice : new int[] {1, 3, 500}) {
        ScrubReport report = scrub(store, true, slice);
        assertTrue(report.isClean(), report::toString);
      }
      assertEquals(rows, store.indexRows());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anyDamagedRowIsFoundAndRepaired(IndexCase subject) {
    SplittableRandom random = new SplittableRandom(Seeds.random("ScrubContractTest").nextLong());
    try (ContractStore store = new ContractStore(subject)) {
      fill(store, random);
      for (Damage damage : Damage.values()) {
        List<KeyValue> rows = new ArrayList<>(rows(store));
        Collections.shuffle(rows, new Random(random.nextLong()));
        for (KeyValue row : rows.subList(0, Math.min(DAMAGED_ROWS, rows.size()))) {
          damage(store, row, damage);
          String what = damage + " " + ByteArrayUtil.printable(row.getKey());
          boolean several =
              SHARED_ROWS.contains(subject.index().type())
                  || (damage == Damage.ADDED && subject.index().type().equals("rank"));
          assertFoundAndRepaired(store, what, several);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void writesBetweenSlicesAreNoFaults(IndexCase subject) {
    RandomGenerator random = Seeds.random("ScrubContractTest");
    try (ContractStore store = new ContractStore(subject)) {
      fill(store, random);
      ScrubLimits one = ScrubLimits.defaults().withSlice(2, 1_000_000).withRecordsMax(1);
      Optional<ScrubPosition> position = Optional.of(ScrubPosition.START);
      for (int runs = 0; position.isPresent(); runs++) {
        assertTrue(runs < 1_000, "it gets on, however much is written");
        ScrubReport report =
            store.test.database.join(
                scrubber(store).repair(true).limits(one).from(position.get()).build().run());
        assertEquals(List.of(), report.faults());
        position = report.position();
        change(store, random);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void damageIsRepairedBesideWriters(IndexCase subject) {
    SplittableRandom random = new SplittableRandom(Seeds.random("ScrubContractTest").nextLong());
    try (ContractStore store = new ContractStore(subject)) {
      fill(store, random);
      List<KeyValue> rows = new ArrayList<>(rows(store));
      Collections.shuffle(rows, new Random(random.nextLong()));
      for (KeyValue row : rows.subList(0, Math.min(5, rows.size()))) {
        damage(store, row, random.nextBoolean() ? Damage.DELETED : Damage.CHANGED);
      }
      ScrubLimits small = ScrubLimits.defaults().withSlice(2, 1_000_000);
      CompletableFuture<ScrubReport> running =
          scrubber(store).repair(true).limits(small).build().run();
      for (int i = 0; i < 15; i++) {
        change(store, random);
      }
      store.test.database.join(running);
      ScrubReport again = scrub(store, true, 100);
      assertTrue(again.faults().stream().allMatch(Fault::repaired), again::toString);
      assertTrue(scrub(store, false, 7).isClean());
      if (!subject.keepsPast()) {
        assertEquals(store.expected(), store.observed());
      }
    }
  }

  private static void assertFoundAndRepaired(ContractStore store, String what, boolean several) {
    IndexCase subject = store.subject;
    List<String> damaged = store.indexRows();

    List<Fault> faults = scrub(store, false, 3).faults();

    assertEquals(damaged, store.indexRows(), what);
    if (faults.isEmpty()) {
      assertTrue(
          subject.keepsPast() || store.expected().equals(store.observed()),
          () -> what + " is not found");
    } else if (!several) {
      assertEquals(1, faults.size(), () -> what + ": " + faults);
    }
    List<Fault> repaired = scrub(store, true, 5).faults();
    assertTrue(repaired.stream().allMatch(Fault::repaired), () -> what + ": " + repaired);
    assertTrue(repaired.size() >= faults.size(), () -> what + ": " + repaired);
    ScrubReport again = scrub(store, false, 500);
    assertTrue(again.isClean(), () -> what + ": " + again);
    if (!subject.keepsPast()) {
      assertEquals(store.expected(), store.observed(), what);
    }
  }

  private static List<KeyValue> rows(ContractStore store) {
    byte[] begin = ByteArrayUtil.join(store.test.subspace.getKey(), Tuple.from(2).pack());
    byte[] end = ByteArrayUtil.join(store.test.subspace.getKey(), Tuple.from(4).pack());
    return store.test.run(
        context -> context.transaction().getRange(new Range(begin, end)).asList());
  }

  private static void damage(ContractStore store, KeyValue row, Damage damage) {
    byte[] value = row.getValue();
    byte[] key = row.getKey();
    store.in(
        open -> {
          switch (damage) {
            case DELETED -> open.context().clear(key);
            case GARBAGE -> open.context().set(key, new byte[] {(byte) 0x99, 1, 2});
            case CHANGED -> open.context().set(key, changed(value));
            case ADDED -> open.context().set(ByteArrayUtil.join(key, Tuple.from(1).pack()), value);
          }
        });
  }

  private static byte[] changed(byte[] value) {
    byte[] changed = value.length == 0 ? new byte[1] : value.clone();
    changed[0] ^= 1;
    return changed;
  }
}
