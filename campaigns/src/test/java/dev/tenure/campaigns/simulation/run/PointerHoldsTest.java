package dev.tenure.campaigns.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.Mutation;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PointerHoldsTest {
  private static final byte[] ELSEWHERE = {1};

  private final Subspace entries = new Subspace(Tuple.from("entries"));
  private final byte[] entry = entries.pack(Tuple.from("zone", 0));
  private final PointerHolds holds = new PointerHolds(List.of(entries), new SplittableRandom(1));

  @Test
  void commitsThatRelyOnAnEntryAreHeldBackForAsLongAsTheyMayBeValid() {
    Duration longest =
        longest(List.of(new Range(entry, entry)), new Mutation.Set(ELSEWHERE, entry));
    assertTrue(longest.compareTo(Duration.ofSeconds(4)) > 0, longest::toString);
    assertTrue(longest.compareTo(Duration.ofSeconds(5)) < 0, longest::toString);
  }

  @Test
  void commitsThatWriteOrRemoveAnEntryAreHeldBack() {
    assertTrue(longest(List.of(), new Mutation.Set(entry, ELSEWHERE)).toMillis() > 4_000);
    assertTrue(longest(List.of(), new Mutation.ClearRange(entry, ELSEWHERE)).toMillis() > 4_000);
  }

  @Test
  void otherCommitsAreNot() {
    Range range = new Range(ELSEWHERE, ELSEWHERE);
    assertEquals(Duration.ZERO, longest(List.of(range), new Mutation.Set(ELSEWHERE, entry)));
  }

  private Duration longest(List<Range> conflicts, Mutation mutation) {
    CommitRequest request = new CommitRequest(1, conflicts, List.of(), List.of(mutation), false);
    Duration longest = Duration.ZERO;
    for (int i = 0; i < 1_000; i++) {
      Duration held = holds.before(request);
      longest = held.compareTo(longest) > 0 ? held : longest;
    }
    return longest;
  }
}
