package dev.tenure.record.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.PendingCounts;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.BuiltSlice;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Builders and savers whose transactions overlap as chance will have it: at every commit, an index
 * that is not idempotent is exactly that of the records it has been built of.
 */
final class OnlineBuildModelTest {
  private static final int SEEDS = 6;
  private static final int STEPS = 160;
  private static final List<String> WORDS = List.of("", "a", "b", "a\0");

  private static final List<BuildPlan> PLANS =
      List.of(
          BuildPlan.of("tags"),
          BuildPlan.of("tags", "by-title", "notes", "by-tag"),
          BuildPlan.of("tags", "notes").from("by-title"),
          BuildPlan.of("hot-types", "all", "shared-by-id"),
          BuildPlan.of("hot-types").from("shared-by-id"),
          BuildPlan.of("all", "tags", "hot-types"));

  static Stream<Integer> worlds() {
    return IntStream.range(0, PLANS.size() * SEEDS).boxed();
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void indexIsExactAtEveryCommit(int number) {
    try (World world = new World(PLANS.get(number % PLANS.size()), number)) {
      world.run();
    }
  }

  /** A transaction under way. */
  private record Underway(RecordContext context, RecordStore store, boolean builder) {}

  private static final class World implements AutoCloseable {
    private final BuildStore build = new BuildStore();
    private final BuildPlan plan;
    private final RandomGenerator random;
    private final List<Underway> underway = new ArrayList<>();
    private int conflicts;
    private boolean done;

    World(BuildPlan plan, int number) {
      this.plan = plan;
      this.random = Seeds.random("OnlineBuildModelTest " + number);
    }

    void run() {
      for (int i = 0; i < 15; i++) {
        build.in(store -> store.save(message()));
      }
      plan.indexes().forEach(index -> build.in(store -> store.builds().markWriteOnly(index)));
      for (int step = 0; step < STEPS || !done; step++) {
        while (underway.size() < 5) {
          begin(underway.stream().filter(Underway::builder).count() < 2);
        }
        Underway one = underway.get(random.nextInt(underway.size()));
        if (one.builder()) {
          buildSlice(one);
        } else if (random.nextInt(3) > 0) {
          change(one.store());
        } else {
          end(one, true);
        }
      }
      underway.forEach(each -> each.context().close());
      buildRest();
      plan.indexes().forEach(this::assertFinished);
      assertTrue(conflicts > 0, "transactions that overlap conflict");
    }

    /** Builds what was cleared since, with all records. */
    private void buildRest() {
      ScanOptions limits = ScanOptions.defaults().withRowsMax(3);
      BuiltSlice.Kind last = BuiltSlice.Kind.BUILT;
      while (last == BuiltSlice.Kind.BUILT) {
        last = build.in(store -> store.builds().buildSlice(plan, ByteString.EMPTY, limits)).kind();
        assertExact();
      }
    }

    private void begin(boolean builder) {
      RecordContext context = build.test.database.openContext();
      underway.add(new Underway(context, context.join(build.open(context)), builder));
    }

    /** Builds, and dies before the commit now and then. */
    private void buildSlice(Underway one) {
      byte[] anywhere = {0x15, (byte) (plan.source().isPresent() ? 2 : 1), 0x15, 1, 5};
      ByteString from = random.nextInt(3) == 0 ? ByteString.copyFrom(anywhere) : ByteString.EMPTY;
      ScanOptions limits = ScanOptions.defaults().withRowsMax(1 + random.nextInt(3));
      BuiltSlice slice = one.context().join(one.store().builds().buildSlice(plan, from, limits));
      boolean committed = end(one, random.nextInt(5) > 0);
      if (committed && slice.kind() == BuiltSlice.Kind.NOTHING_MISSING && from.isEmpty()) {
        done = true;
      }
    }

    private boolean end(Underway one, boolean commits) {
      underway.remove(one);
      try (RecordContext context = one.context()) {
        if (!commits) {
          return false;
        }
        context.join(context.commit());
      } catch (RecordLayerException e) {
        assertEquals(Code.COMMIT_CONFLICT, e.code(), e.getMessage());
        conflicts++;
        return false;
      }
      assertExact();
      return true;
    }

    private void change(RecordStore store) {
      RecordContext context = store.context();
      switch (random.nextInt(7)) {
        case 0 -> context.join(store.delete("Note", Tuple.from(random.nextInt(12))));
        case 1 -> context.join(store.delete("Plain", Tuple.from(sharedId())));
        case 2 ->
            context
                .join(store.load("Note", Tuple.from(random.nextInt(12))))
                .ifPresent(
                    old -> {
                      StoredRecord other = store.replace(old, noteOf((Note) old.message()));
                      if (random.nextBoolean()) {
                        store.delete(other);
                      }
                    });
        case 3 -> {
          if (random.nextInt(8) == 0) {
            store.deleteAll();
          } else {
            saveTogether(store);
          }
        }
        default -> context.join(store.save(message()));
      }
    }

    /** Saves begun together, some of one record. */
    private void saveTogether(RecordStore store) {
      List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        saves.add(store.save(message()));
      }
      saves.forEach(store.context()::join);
    }

    private Message message() {
      return switch (random.nextInt(4)) {
        case 0 -> Plain.newBuilder().setId(sharedId()).build();
        case 1 -> HotItem.newBuilder().setId(sharedId()).setType(word()).build();
        default -> noteOf(Note.newBuilder().setId(random.nextInt(12)).build());
      };
    }

    private Note noteOf(Note old) {
      Note.Builder note = Note.newBuilder().setId(old.getId()).setTitle(word());
      for (int i = random.nextInt(3); i > 0; i--) {
        note.addTag(word());
      }
      return note.build();
    }

    private String sharedId() {
      return "s" + random.nextInt(8);
    }

    private String word() {
      return WORDS.get(random.nextInt(WORDS.size()));
    }

    /** What the counts of built records are, by looking at every record. */
    private void assertExact() {
      try (RecordContext context = build.test.database.openContext()) {
        RecordStore store = context.join(build.open(context));
        for (String index : plan.indexes()) {
          if (BuildStore.META_DATA.index(index).type().equals("count")) {
            assertEquals(expected(store, index), counts(context, index), index);
          }
        }
      }
    }

    private Map<String, Long> expected(RecordStore store, String index) {
      Map<String, Long> counts = new TreeMap<>();
      List<StoredRecord> records =
          store.context().join(store.scanAll(Continuation.START, ScanOptions.defaults()).asList());
      for (StoredRecord record : records) {
        byte[] position = position(store, record);
        if (store.context().join(build.ranges(index).contains(store.context(), position))) {
          groups(index, record).forEach(group -> counts.merge(group.toString(), 1L, Long::sum));
        }
      }
      return counts;
    }

    private byte[] position(RecordStore store, StoredRecord record) {
      if (plan.source().isEmpty()) {
        return build.relative(store.recordKey(record.type(), record.primaryKey()));
      }
      Tuple entry =
          record.message() instanceof Note note
              ? Tuple.from(note.getTitle(), note.getId())
              : Tuple.from(record.primaryKey().get(0), 0, record.primaryKey().get(0));
      int source = BuildStore.key(plan.source().get());
      return Tuple.from(2, source).addAll(entry).pack();
    }

    private static Stream<Tuple> groups(String index, StoredRecord record) {
      return switch (index) {
        case "tags" ->
            record.message() instanceof Note note
                ? note.getTagList().stream().distinct().map(Tuple::from)
                : Stream.of();
        case "notes" -> record.message() instanceof Note ? Stream.of(new Tuple()) : Stream.of();
        case "hot-types" ->
            record.message() instanceof HotItem item
                ? Stream.of(Tuple.from(item.getType()))
                : Stream.of();
        case "all" -> Stream.of(new Tuple());
        default -> throw new IllegalArgumentException(index);
      };
    }

    private Map<String, Long> counts(RecordContext context, String index) {
      byte[] prefix = build.test.subspace.pack(Tuple.from(2, BuildStore.key(index)));
      Range range = new Range(prefix, ByteArrayUtil.join(prefix, new byte[] {(byte) 0xFF}));
      Map<String, Long> counts = new TreeMap<>();
      context
          .join(context.transaction().getRange(range).asList())
          .forEach(
              row -> {
                byte[] key = row.getKey();
                Tuple group = Tuple.fromBytes(key, prefix.length, key.length - prefix.length);
                counts.put(group.toString(), PendingCounts.decode(row.getValue(), index));
              });
      counts.values().removeIf(count -> count == 0);
      return counts;
    }

    private void assertFinished(String index) {
      assertEquals(
          IndexState.READABLE, build.in(store -> store.builds().markReadable(index)), index);
      assertEquals(List.of(), build.rows(4, index));
      build.in(
          store ->
              store
                  .scanIndex(index, TupleRange.all(), Continuation.START, ScanOptions.defaults())
                  .asList()
                  .thenAccept(before -> assertSameWhenRebuilt(store, index, before)));
    }

    private static void assertSameWhenRebuilt(RecordStore store, String index, List<?> before) {
      store.context().join(store.rebuildIndex(index, BuildStore.WHOLE));
      List<?> after =
          store
              .context()
              .join(
                  store
                      .scanIndex(
                          index, TupleRange.all(), Continuation.START, ScanOptions.defaults())
                      .asList());
      assertEquals(texts(after), texts(before), index);
    }

    /** Entries, without the counts that have come to 0 and stayed. */
    private static List<String> texts(List<?> entries) {
      return entries.stream()
          .map(String::valueOf)
          .filter(text -> !text.contains("value=(0)"))
          .toList();
    }

    @Override
    public void close() {
      build.close();
    }
  }
}
