package dev.tenure.record.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.error.RecordLayerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every two changes of every small set, made at the same time: whichever is committed, the set is
 * what it would be with the changes one after another.
 */
final class RankedSetPairsTest {
  private static final int LEVELS = 3;

  private final TestDatabase test = new TestDatabase();

  @AfterEach
  void close() {
    test.close();
  }

  /** One change: the first bit says whether it adds, the others of which member. */
  private record Change(int code) {
    boolean adds() {
      return code % 2 == 0;
    }

    int member() {
      return code / 2;
    }
  }

  @ParameterizedTest
  @CsvSource({"2121,true", "1202,false"})
  void anyTwoChangesAtTheSameTime(String heights, boolean countDuplicates) {
    List<Tuple> members = members(heights);
    RankedSetOptions options = new RankedSetOptions(LEVELS, countDuplicates);
    int changes = 2 * members.size();
    int cases = 0;
    int conflicts = 0;
    for (int state = 0; state < 1 << members.size(); state++) {
      for (int first = 0; first < changes; first++) {
        for (int second = 0; second < changes; second++) {
          byte[] prefix = Tuple.from(heights, cases++).pack();
          boolean both =
              run(
                  new RankedSet(prefix, options),
                  members,
                  state,
                  List.of(new Change(first), new Change(second)),
                  countDuplicates);
          conflicts += both ? 0 : 1;
        }
      }
    }
    System.out.println(heights + ": " + cases + " pairs, " + conflicts + " of them conflict");
    assertTrue(conflicts > 0 && conflicts < cases);
  }

  /** Members in order, each of the height that a digit says. */
  private static List<Tuple> members(String heights) {
    RankedSetKeys keys = new RankedSetKeys(new byte[0], LEVELS);
    List<Tuple> members = new ArrayList<>();
    long next = 0;
    for (int i = 0; i < heights.length(); i++) {
      while (keys.height(Tuple.from(next).pack()) != heights.charAt(i) - '0') {
        next++;
      }
      members.add(Tuple.from(next++));
    }
    return members;
  }

  /** Whether both changes were committed. */
  private boolean run(
      RankedSet set,
      List<Tuple> members,
      int state,
      List<Change> changes,
      boolean countDuplicates) {
    RankedSetModel model = new RankedSetModel(countDuplicates);
    try (RecordContext context = test.database.openContext()) {
      IntStream.range(0, members.size())
          .filter(i -> (state & (1 << i)) != 0)
          .mapToObj(members::get)
          .forEach(
              member -> {
                context.join(set.add(context, member));
                model.add(member);
              });
      context.join(context.commit());
    }
    List<RecordContext> open = new ArrayList<>();
    List<Boolean> changed = new ArrayList<>();
    for (Change change : changes) {
      RecordContext context = test.database.openContext();
      open.add(context);
      changed.add(make(set, context, members.get(change.member()), change.adds()));
    }
    boolean both = true;
    for (int i = 0; i < open.size(); i++) {
      Change change = changes.get(i);
      Tuple member = members.get(change.member());
      if (!isCommitted(open.get(i))) {
        both = false;
      } else if (change.adds()) {
        model.add(member);
      } else if (changed.get(i)) {
        assertTrue(model.remove(member));
      }
    }
    requireWhole(set, model, members + " in state " + state + ": " + changes);
    return both;
  }

  /** Whether it changed the set; a transaction that has found nothing to remove only reads. */
  private static boolean make(RankedSet set, RecordContext context, Tuple member, boolean adds) {
    if (!adds) {
      return context.join(set.remove(context, member));
    }
    context.join(set.add(context, member));
    return true;
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

  private void requireWhole(RankedSet set, RankedSetModel model, String what) {
    try (RecordContext context = test.database.openContext()) {
      Optional<Tuple> next = Optional.of(RankedSet.VERIFY_FROM_START);
      while (next.isPresent()) {
        RankedSetCheck check = context.join(set.verify(context, next.get(), 100));
        assertEquals(List.of(), check.faults(), what);
        next = check.next();
      }
      assertEquals(
          model.members(),
          context.join(set.range(context, 0, Long.MAX_VALUE, Isolation.SNAPSHOT)),
          what);
    }
  }
}
