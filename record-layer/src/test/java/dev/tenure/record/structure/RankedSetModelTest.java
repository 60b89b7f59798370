package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ranked set against a sorted list: alone, and with transactions that interleave. */
final class RankedSetModelTest {
  private static final Isolation SERIALIZABLE = Isolation.SERIALIZABLE;

  @ParameterizedTest
  @CsvSource({"2,false", "3,true", "4,false", "6,true", "8,true"})
  void oneTransactionAfterAnother(int levels, boolean countDuplicates) {
    RandomGenerator random = Seeds.random("RankedSetModelTest" + levels);
    RankedSetOptions options = new RankedSetOptions(levels, countDuplicates);
    RankedSetModel model = new RankedSetModel(countDuplicates);
    RandomMembers members = new RandomMembers(levels, 120, random);
    try (RankedSetFixture world = new RankedSetFixture(options)) {
      for (int round = 0; round < 60; round++) {
        boolean growing = round < 30;
        try (RecordContext context = world.test.database.openContext()) {
          for (int i = 0; i < 25; i++) {
            Tuple member = members.next();
            if (random.nextInt(10) < (growing ? 7 : 3)) {
              context.join(world.set.add(context, member));
              model.add(member);
            } else {
              boolean there = context.join(world.set.remove(context, member));
              assertEquals(model.remove(member), there);
            }
          }
          world.requireEquals(model, context);
          context.join(context.commit());
        }
        compare(world, model, members, random);
        assertEquals(0, world.requireWhole(random));
      }
    }
  }

  private static void compare(
      RankedSetFixture world, RankedSetModel model, RandomMembers members, RandomGenerator random) {
    try (RecordContext context = world.test.database.openContext()) {
      RankedSet set = world.set;
      world.requireEquals(model, context);
      for (int i = 0; i < 20; i++) {
        Tuple member = members.next();
        assertEquals(model.rank(member), context.join(set.rank(context, member, SERIALIZABLE)));
        assertEquals(model.copies(member), context.join(set.copies(context, member, SERIALIZABLE)));
        assertEquals(
            model.contains(member),
            context.join(set.rankIfPresent(context, member, SERIALIZABLE)).isPresent());
        long rank = random.nextLong(model.size() + 2);
        assertEquals(model.at(rank), context.join(set.at(context, rank, SERIALIZABLE)));
        assertEquals(
            model.rankFromEnd(member),
            context.join(set.rankFromEnd(context, member, SERIALIZABLE)));
        assertEquals(
            model.atFromEnd(rank), context.join(set.atFromEnd(context, rank, SERIALIZABLE)));
        long high = rank + random.nextInt(8) - 2;
        assertEquals(
            model.range(rank, high), context.join(set.range(context, rank, high, SERIALIZABLE)));
      }
    }
  }

  /** A transaction under way, and what to check and do in the model once it is committed. */
  private record Open(RecordContext context, List<Consumer<RankedSetModel>> then) {}

  @ParameterizedTest
  @CsvSource({"2,false", "3,true", "4,false", "6,true"})
  void interleavedTransactionsAreOneAfterAnother(int levels, boolean countDuplicates) {
    RandomGenerator random = Seeds.random("RankedSetModelTest-interleaved" + levels);
    RankedSetModel model = new RankedSetModel(countDuplicates);
    RandomMembers members = new RandomMembers(levels, 60, random);
    int commits = 0;
    int conflicts = 0;
    try (RankedSetFixture world =
        new RankedSetFixture(new RankedSetOptions(levels, countDuplicates))) {
      for (int round = 0; round < 150; round++) {
        List<Open> open = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          open.add(new Open(world.test.database.openContext(), new ArrayList<>()));
          RecordContext context = open.get(i).context();
          context.join(context.readVersion());
        }
        for (int i = 0; i < 8; i++) {
          step(world.set, open.get(random.nextInt(open.size())), members, random);
        }
        while (!open.isEmpty()) {
          Open next = open.remove(random.nextInt(open.size()));
          if (isCommitted(next.context())) {
            next.then().forEach(each -> each.accept(model));
            commits++;
          } else {
            conflicts++;
          }
        }
        try (RecordContext context = world.test.database.openContext()) {
          world.requireEquals(model, context);
        }
        assertEquals(0, world.requireWhole(random));
      }
    }
    System.out.println(levels + " levels: " + commits + " commits, " + conflicts + " conflicts");
    assertTrue(commits > 300 && conflicts > 10, commits + " commits, " + conflicts + " conflicts");
  }

  /** An operation whose result must be the model's at the commit. */
  private static void step(
      RankedSet set, Open open, RandomMembers members, RandomGenerator random) {
    RecordContext context = open.context();
    Tuple member = members.next();
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> {
        context.join(set.add(context, member));
        open.then().add(model -> model.add(member));
      }
      case 3, 4, 5 -> {
        boolean there = context.join(set.remove(context, member));
        open.then().add(model -> assertEquals(there, model.remove(member)));
        write(context, random);
      }
      case 6 -> {
        long rank = context.join(set.rank(context, member, SERIALIZABLE));
        open.then().add(model -> assertEquals(rank, model.rank(member)));
        write(context, random);
      }
      case 7 -> {
        long rank = context.join(set.rankFromEnd(context, member, SERIALIZABLE));
        open.then().add(model -> assertEquals(rank, model.rankFromEnd(member)));
        write(context, random);
      }
      case 8 -> {
        var found = context.join(set.atFromEnd(context, random.nextInt(40), SERIALIZABLE));
        found.ifPresent(
            each ->
                open.then()
                    .add(model -> assertEquals(each.rank(), model.rankFromEnd(each.member()))));
        write(context, random);
      }
      default -> {
        long rank = random.nextInt(40);
        var found = context.join(set.range(context, rank, rank + 3, SERIALIZABLE));
        open.then().add(model -> assertEquals(found, model.range(rank, rank + 3)));
        write(context, random);
      }
    }
  }

  /** A transaction that only reads never conflicts; it is as of its begin. */
  private static void write(RecordContext context, RandomGenerator random) {
    context.set(Tuple.from("other", random.nextLong()).pack(), new byte[0]);
  }

  private static boolean isCommitted(RecordContext context) {
    try (context) {
      context.join(context.commit());
      return true;
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
      return false;
    }
  }

  @Test
  void recordsThatTakeBackTheirOwnScoresKeepTheSetWhole() {
    for (boolean countDuplicates : new boolean[] {true, false}) {
      moves(countDuplicates);
    }
  }

  /** Records with scores, as an index has them: each is read, its old score taken back. */
  private static void moves(boolean countDuplicates) {
    RandomGenerator random = Seeds.random("RankedSetModelTest-moves");
    RankedSetModel model = new RankedSetModel(countDuplicates);
    RandomMembers members = new RandomMembers(3, 12, random);
    int spare = 0;
    int conflicts = 0;
    try (RankedSetFixture world = new RankedSetFixture(new RankedSetOptions(3, countDuplicates))) {
      for (int round = 0; round < 200; round++) {
        List<Open> open = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          Open next = new Open(world.test.database.openContext(), new ArrayList<>());
          move(world.set, next, random.nextInt(20), members, random);
          open.add(next);
        }
        for (Open next : open) {
          if (isCommitted(next.context())) {
            next.then().forEach(each -> each.accept(model));
          } else {
            conflicts++;
          }
        }
        try (RecordContext context = world.test.database.openContext()) {
          world.requireEquals(model, context);
        }
        spare = Math.max(spare, world.requireWhole(random));
      }
    }
    System.out.println("moves: " + conflicts + " conflicts of 800, spare fingers at most " + spare);
  }

  private static void move(
      RankedSet set, Open open, int record, RandomMembers members, RandomGenerator random) {
    RecordContext context = open.context();
    byte[] key = Tuple.from("record", record).pack();
    byte[] old = context.join(context.get(key, false));
    List<CompletableFuture<?>> work = new ArrayList<>();
    if (old != null) {
      Tuple before = Tuple.fromBytes(old);
      work.add(set.takeBack(context, before));
      open.then().add(model -> assertTrue(model.remove(before)));
    }
    if (random.nextInt(3) > 0) {
      Tuple after = members.next();
      work.add(set.add(context, after));
      open.then().add(model -> model.add(after));
      context.set(key, after.pack());
    } else {
      context.clear(key);
    }
    context.join(CompletableFuture.allOf(work.toArray(CompletableFuture<?>[]::new)));
  }
}
