package dev.tenure.record.modify;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.compare;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.record.Seeds;
import dev.tenure.record.async.Pace;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.FanType;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Subject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writers change records between the reads and the commit of each transaction of a change, as
 * chance will have it, and transactions die: nothing that was written is lost, no record is changed
 * twice, and what matches all the time is changed.
 */
final class ChangedWritersTest {
  private static final int WORLDS = Integer.getInteger("tenure.changes.worlds", 20);
  private static final int IDS = 24;
  private static final byte[] KEPT = {'k'};

  private enum Kind {
    UPDATE,
    UPDATE_IN_ANY_ORDER,
    DELETE,
    DELETE_IN_KEY_ORDER
  }

  private int conflicts;
  private int changes;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void changeIsExactBesideWriters(int kind) {
    RandomGenerator seeds = Seeds.random("ChangedWritersTest " + kind);
    for (int i = 0; i < WORLDS; i++) {
      long seed = seeds.nextLong();
      try (ChangedStore store = new ChangedStore()) {
        World world = new World(store, Kind.values()[kind], Seeds.of(seed));
        try {
          world.run();
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("world " + i + " of seed " + seed + "L, " + world + ": " + e, e);
        }
      }
    }
    assertTrue(
        conflicts > 0 && changes > WORLDS, conflicts + " conflicts, " + changes + " changes");
  }

  private final class World {
    private final ChangedStore store;
    private final RandomGenerator random;
    private final boolean any;
    private final QueryPredicate condition;
    private final BoundPredicate bound;
    private final UnaryOperator<Message> update;
    private final QueryChange change;
    private final boolean kept;
    private final Map<Long, Subject> model = new TreeMap<>();
    private final Set<Long> changed = new HashSet<>();
    private final Set<Long> matching = new HashSet<>();
    private final Set<Long> touched = new HashSet<>();

    World(ChangedStore store, Kind kind, RandomGenerator random) {
      this.store = store;
      this.random = random;
      this.kept = random.nextInt(3) == 0;
      this.any = kind == Kind.UPDATE_IN_ANY_ORDER || kind == Kind.DELETE;
      this.condition = kind == Kind.UPDATE_IN_ANY_ORDER ? low() : condition(2);
      this.bound = ChangedStore.META_DATA.bound().predicate(condition, "Subject");
      RecordQuery query = RecordQuery.of("Subject").where(condition);
      this.update = kind == Kind.UPDATE_IN_ANY_ORDER ? this::raised : this::moved;
      boolean delete = kind == Kind.DELETE || kind == Kind.DELETE_IN_KEY_ORDER;
      QueryChange made = delete ? QueryChange.delete(query) : QueryChange.update(query, update);
      this.change = made.inOrder(any ? QueryChange.Order.ANY : QueryChange.Order.PRIMARY_KEY);
    }

    @Override
    public String toString() {
      return change.toString();
    }

    private QueryPredicate low() {
      return compare(field("score"), Operator.LESS, random.nextInt(2, 8));
    }

    private QueryPredicate condition(int depth) {
      return switch (random.nextInt(depth > 0 ? 8 : 6)) {
        case 0 -> equal(field("team"), word());
        case 1 -> low();
        case 2 -> equal(field("tag", FanType.FAN_OUT), word());
        case 3 -> Predicates.in(field("team"), "a", "b", word());
        case 4 -> equal(field("slot"), random.nextInt(3));
        case 5 -> Predicates.notNull(field("score"));
        case 6 -> Predicates.or(condition(depth - 1), condition(depth - 1));
        default -> Predicates.and(condition(depth - 1), condition(depth - 1));
      };
    }

    private String word() {
      return List.of("a", "b", "c").get(random.nextInt(3));
    }

    /** Moves a record within all indexes; the same way for the same record. */
    private Message moved(Message message) {
      Subject old = (Subject) message;
      List<String> teams = List.of("a", "b", "c");
      return old.toBuilder()
          .setScore(old.getScore() + 1)
          .setTeam(teams.get((teams.indexOf(old.getTeam()) + 1) % 3))
          .setSlot((old.getSlot() + 1) % 3)
          .clearTag()
          .addTag(teams.get((int) (old.getId() % 3)))
          .addTag("z")
          .build();
    }

    private Message raised(Message message) {
      return ((Subject) moved(message)).toBuilder().setScore(100).build();
    }

    private Subject subject(long id) {
      Subject.Builder subject =
          Subject.newBuilder().setId(id).setTeam(word()).setSlot(random.nextInt(3));
      for (int i = random.nextInt(3); i > 0; i--) {
        subject.addTag(word());
      }
      return random.nextInt(4) == 0
          ? subject.build()
          : subject.setScore(random.nextInt(10)).build();
    }

    private boolean matches(Subject subject) {
      return bound.holds(subject);
    }

    void run() {
      for (long id = 0; id < IDS; id++) {
        if (random.nextInt(4) > 0) {
          put(subject(id));
        }
      }
      model.values().stream().filter(this::matches).forEach(each -> matching.add(each.getId()));
      touched.clear();
      ChangeSettings settings = settings();
      ChangePosition position = ChangePosition.start(settings.fingerprint());
      int steps = 0;
      while (!position.isEnd()) {
        position = slice(settings, position);
        steps++;
        assertTrue(steps < 2_000, "the change comes to no end");
      }
      assertEquals(model, store.subjects());
      Set<Long> due = new HashSet<>(matching);
      if (any) {
        due.removeAll(touched);
      }
      due.removeAll(changed);
      assertEquals(Set.of(), due, "records that match all the time, and were not changed");
      assertEquals(changes(position), changed.size());
    }

    private long changes(ChangePosition position) {
      return any ? changed.size() : position.progress().changed();
    }

    private ChangeSettings settings() {
      return new ChangeSettings(
          store.options,
          change,
          ChangeSettings.planner(PlannerOptions.defaults(), change.order()),
          new ChangeSettings.Limits(
              ChangedStore.SMALL.withRecords(1, random.nextInt(1, 12)),
              Pace.unlimited(),
              Optional.empty(),
              10),
          false,
          kept ? Optional.of(ByteBuffer.wrap(KEPT)) : Optional.empty(),
          ChangeListener.NONE);
    }

    /** One transaction with writers beside it; it may die before its commit or behind it. */
    private ChangePosition slice(ChangeSettings settings, ChangePosition from) {
      ChangeSlice slice = new ChangeSlice(settings, from, random.nextInt(1, 6), Optional.empty());
      try (RecordContext context = store.test.database.openContext()) {
        ChangePosition next = context.join(slice.run(context));
        for (int i = random.nextInt(4); i > 0; i--) {
          write();
        }
        if (random.nextInt(6) == 0) {
          return from;
        }
        context.join(context.commit());
        slice.records().forEach(this::committed);
        boolean forgets = kept && random.nextInt(4) == 0;
        return forgets ? from : ChangePosition.fromBytes(next.toBytes());
      } catch (RecordLayerException e) {
        assertEquals(Code.COMMIT_CONFLICT, e.code(), e.getMessage());
        conflicts++;
        return from;
      }
    }

    /** What was read is what is there still; so much for lost updates. */
    private void committed(StoredRecord record) {
      Subject old = (Subject) record.message();
      assertEquals(model.get(old.getId()), old, "a change that was committed meanwhile is lost");
      assertTrue(matches(old), "changed without matching: " + old);
      assertTrue(changed.add(old.getId()) || any, "changed twice: " + old);
      changes++;
      if (change.isDelete()) {
        model.remove(old.getId());
      } else {
        model.put(old.getId(), (Subject) update.apply(old));
      }
    }

    private void write() {
      long id = random.nextInt(IDS);
      if (random.nextInt(4) == 0) {
        store.in(open -> open.delete("Subject", Tuple.from(id)));
        model.remove(id);
        matching.remove(id);
        touched.add(id);
      } else {
        put(subject(id));
      }
    }

    private void put(Subject subject) {
      store.save(subject);
      model.put(subject.getId(), subject);
      touched.add(subject.getId());
      if (!matches(subject) && !changed.contains(subject.getId())) {
        matching.remove(subject.getId());
      }
    }
  }

  /** Real runs: writers add to records while a change adds to all of them, by answers unknown. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void everyWriterAndTheChangeAddOnce(int number) {
    RandomGenerator random = Seeds.random("ChangedWritersTest sums " + number);
    try (ChangedStore store = new ChangedStore()) {
      RecordDatabase database =
          store
              .test
              .builder()
              .commitMarkers(CommitMarkerOptions.of(store.test.commitMarkers(), "p"))
              .build();
      int[] added = new int[IDS];
      for (int id = 0; id < IDS; id++) {
        store.save(ChangedStore.subject(id, 0));
      }
      QueryChange change =
          QueryChange.update(RecordQuery.of("Subject"), message -> add(message, 1_000));
      QueryChanger.Builder builder = store.changer(database, change);
      if (number % 2 == 0) {
        builder = builder.keepPositionAt(KEPT);
      }
      CompletableFuture<ChangeResult> running = builder.build().run();
      List<CompletableFuture<?>> writers = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        int id = random.nextInt(IDS);
        added[id]++;
        if (random.nextInt(6) == 0) {
          store.test.faults.plant(
              random.nextBoolean()
                  ? CommitFault.UNKNOWN_RESULT_APPLIED
                  : CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
        }
        writers.add(
            database.run(
                context ->
                    RecordStore.open(context, store.options)
                        .thenCompose(open -> addOne(open, id))));
      }
      writers.forEach(database::join);
      assertEquals(IDS, database.join(running).progress().changed());
      for (int id = 0; id < IDS; id++) {
        assertEquals(1_000 + added[id], store.subject(id).getScore(), "subject " + id);
      }
    }
  }

  private static CompletableFuture<StoredRecord> addOne(RecordStore open, int id) {
    return open.load("Subject", Tuple.from(id))
        .thenCompose(found -> open.save(add(found.orElseThrow().message(), 1)));
  }

  private static Message add(Message message, int score) {
    Subject subject = (Subject) message;
    return subject.toBuilder().setScore(subject.getScore() + score).build();
  }
}
