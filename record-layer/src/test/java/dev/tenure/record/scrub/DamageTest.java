package dev.tenure.record.scrub;

import static dev.tenure.record.scrub.ScrubbedStore.kinds;
import static dev.tenure.record.scrub.ScrubbedStore.long8;
import static dev.tenure.record.scrub.ScrubbedStore.tuple;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.index.IndexAudit.Kind;
import dev.tenure.record.index.IndexKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One damage at a time, to a value or count index of a store of 20 notes and 20 items. */
final class DamageTest {
  private static final byte[] NO_COLUMNS = {};

  private final ScrubbedStore store = ScrubbedStore.ofNotes();

  /** A row that is made wrong, and what is then to be found. */
  private record Damage(
      String index,
      Kind kind,
      String what,
      Optional<Tuple> primaryKey,
      BiConsumer<RecordContext, IndexKeys> write) {
    @Override
    public String toString() {
      return index + ": " + what + " is " + kind;
    }
  }

  @BeforeEach
  void fill() {
    store.fill(20);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Damage set(
      String index, Kind kind, String what, Optional<Tuple> of, Tuple key, byte[] value) {
    return new Damage(index, kind, what, of, (context, keys) -> context.set(keys.key(key), value));
  }

  private static Damage clear(String index, String what, Optional<Tuple> of, Tuple key) {
    return new Damage(
        index, Kind.MISSING, what, of, (context, keys) -> context.clear(keys.key(key)));
  }

  private static Damage garbageKey(String index) {
    return new Damage(
        index,
        Kind.UNDECODABLE,
        "a key that is no tuple",
        Optional.empty(),
        (context, keys) ->
            context.set(
                ByteArrayUtil.join(keys.prefix(), new byte[] {(byte) 0x99, 1}), NO_COLUMNS));
  }

  private static Optional<Tuple> note(long id) {
    return Optional.of(tuple(id));
  }

  static Stream<Damage> ofValueIndexes() {
    return Stream.of(
        clear("by-tag", "a row deleted", note(3), tuple("t1", 3)),
        clear("by-title", "a row deleted", note(8), tuple("title1", 8)),
        clear("by-author", "a row deleted", note(7), tuple("a7", 7)),
        clear("by-author", "a null row deleted", note(10), Tuple.from((Object) null).add(10)),
        clear("by-city", "a row deleted", note(4), tuple("c0", 4)),
        clear(
            "by-vesting", "a row deleted", Optional.of(tuple("z2", "i5")), tuple("z2", 4, 5, "i5")),
        set("by-tag", Kind.LEFT_BEHIND, "a tag it has not", note(3), tuple("t0", 3), NO_COLUMNS),
        set("by-tag", Kind.DANGLING, "no such record", note(99), tuple("t0", 99), NO_COLUMNS),
        set(
            "by-title",
            Kind.LEFT_BEHIND,
            "another title",
            note(8),
            tuple("title2", 8),
            Tuple.from(2).pack()),
        set("by-author", Kind.DANGLING, "no such record", note(77), tuple("a7", 77), NO_COLUMNS),
        set(
            "by-author",
            Kind.DANGLING,
            "a key of another kind",
            Optional.of(tuple("7")),
            tuple("a7", "7"),
            NO_COLUMNS),
        set(
            "by-vesting",
            Kind.DANGLING,
            "a record in another zone",
            Optional.of(tuple("z1", "i5")),
            tuple("z1", 4, 5, "i5"),
            tuple("mail").pack()),
        set("by-tag", Kind.STALE, "a value", note(3), tuple("t1", 3), tuple(1).pack()),
        set("by-title", Kind.STALE, "a value", note(8), tuple("title1", 8), tuple(0).pack()),
        set("by-title", Kind.STALE, "no value", note(8), tuple("title1", 8), NO_COLUMNS),
        set(
            "by-title",
            Kind.STALE,
            "a value of garbage",
            note(8),
            tuple("title1", 8),
            new byte[] {(byte) 0x99}),
        set(
            "by-city",
            Kind.UNDECODABLE,
            "too many columns",
            Optional.empty(),
            tuple("c0", 4, 4),
            NO_COLUMNS),
        set(
            "by-city",
            Kind.UNDECODABLE,
            "too few columns",
            Optional.empty(),
            tuple("c0"),
            NO_COLUMNS),
        set("by-city", Kind.UNDECODABLE, "no columns", Optional.empty(), new Tuple(), NO_COLUMNS),
        garbageKey("by-tag"),
        garbageKey("by-title"),
        garbageKey("by-vesting"));
  }

  static Stream<Damage> ofCounts() {
    Optional<Tuple> nobody = Optional.empty();
    return Stream.of(
        clear("notes", "the count deleted", nobody, new Tuple()),
        clear("tags", "a count deleted", nobody, tuple("k3")),
        clear("items", "a count deleted", nobody, tuple("z1", "mail")),
        set("notes", Kind.WRONG_TOTAL, "a count", nobody, new Tuple(), long8(19)),
        set("tags", Kind.WRONG_TOTAL, "a count", nobody, tuple("k3"), long8(99)),
        set("items", Kind.WRONG_TOTAL, "a count", nobody, tuple("z1", "mail"), long8(0)),
        set("tags", Kind.DANGLING, "no such group", nobody, tuple("k9"), long8(1)),
        set("items", Kind.DANGLING, "no such group", nobody, tuple("z1", "call"), long8(1)),
        set("items", Kind.DANGLING, "between two", nobody, tuple("z11", "mail"), long8(1)),
        set("items", Kind.DANGLING, "before all", nobody, tuple("a", "mail"), long8(1)),
        set("items", Kind.DANGLING, "behind all", nobody, tuple("zz", "mail"), long8(1)),
        set("notes", Kind.UNDECODABLE, "a short value", nobody, new Tuple(), new byte[3]),
        set("tags", Kind.UNDECODABLE, "a long value", nobody, tuple("k3"), new byte[9]),
        set("items", Kind.UNDECODABLE, "no value", nobody, tuple("z9", "m"), NO_COLUMNS),
        set("notes", Kind.UNDECODABLE, "a group", nobody, tuple("x"), long8(1)),
        set("tags", Kind.UNDECODABLE, "two columns", nobody, tuple("k3", 1), long8(1)),
        garbageKey("notes"),
        garbageKey("tags"),
        garbageKey("items"));
  }

  @ParameterizedTest
  @MethodSource({"ofValueIndexes", "ofCounts"})
  void isFoundOnceAndRepaired(Damage damage) {
    Map<String, String> healthy = store.dump();
    store.damage(damage.index(), damage.write());
    Map<String, String> damaged = store.dump();
    assertNotEquals(healthy, damaged);

    List<Fault> faults = store.faults();

    assertEquals(List.of(damage.kind()), kinds(faults), faults::toString);
    Fault fault = faults.get(0);
    assertEquals(damage.index(), fault.index());
    assertEquals(damage.primaryKey(), fault.primaryKey());
    assertEquals(false, fault.repaired());
    assertTrue(
        fault.key().startsWith(ByteString.copyFrom(store.keys(damage.index()).prefix())),
        fault::toString);
    assertNotEquals(fault.found(), fault.expected(), fault::toString);
    assertEquals(damaged, store.dump(), "reporting writes nothing");

    ScrubReport repair = store.repair(damage.index());

    assertEquals(List.of(damage.kind()), kinds(repair.faults()));
    assertTrue(repair.faults().get(0).repaired());
    assertEquals(1, repair.counts().repaired());
    assertEquals(healthy, store.dump(), "repairing makes the store what it was");
    assertTrue(store.report(damage.index()).isClean());
  }

  @Test
  void healthyStoreHasNoFaults() {
    Map<String, String> rows = store.dump();

    assertEquals(List.of(), store.faults());
    for (String index : List.of("by-tag", "by-author", "tags", "items")) {
      ScrubReport report = store.repair(index);
      assertTrue(report.isClean(), report::toString);
    }
    assertEquals(rows, store.dump());
  }

  @Test
  void emptyStoreHasNoFaults() {
    store.does(open -> open.deleteAll());

    assertEquals(List.of(), store.faults());
  }

  @Test
  void manyFaultsAreFoundEachOnce() {
    Map<String, String> healthy = store.dump();
    for (Damage damage : ofValueIndexes().filter(each -> each.index().equals("by-tag")).toList()) {
      store.damage("by-tag", damage.write());
    }
    store.damage("by-tag", (context, keys) -> context.clear(keys.key(tuple("k0", 5))));

    ScrubReport repair = store.repair("by-tag");

    assertEquals(
        List.of(Kind.LEFT_BEHIND, Kind.DANGLING, Kind.UNDECODABLE, Kind.STALE, Kind.MISSING),
        kinds(repair.faults()));
    assertEquals(healthy, store.dump());
  }

  @Test
  void zeroOfAGroupWithoutRecordsIsRight() {
    store.damage("tags", (context, keys) -> context.set(keys.key(tuple("k9")), long8(0)));

    assertTrue(store.report("tags").isClean());
  }
}
