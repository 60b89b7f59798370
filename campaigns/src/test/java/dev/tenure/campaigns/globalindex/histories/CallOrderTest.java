package dev.tenure.campaigns.globalindex.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.SecondaryKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallOrderTest {
  private static final SecondaryKey A = HistoryPlan.alternate(1);

  private static Call create(String pk, SecondaryKey key, long begin) {
    return new Call(Call.Kind.CREATE, pk, Optional.empty(), Set.of(key), "by " + pk, begin);
  }

  private static Call read(SecondaryKey key, long begin) {
    return new Call(Call.Kind.READ, "", Optional.of(key), Set.of(), "", begin);
  }

  private static Call ended(Call call, long end, @Nullable Reason failure, SeenRecord... found) {
    call.end = end;
    call.failure = failure;
    call.found = List.of(found);
    return call;
  }

  private static SeenRecord row(Call created) {
    return new SeenRecord(created.pk, created.keys, created.value);
  }

  private static boolean isExplained(Set<SecondaryKey> loose, Call... calls) {
    return CallOrder.unexplained(List.of(calls), loose).isEmpty();
  }

  private static boolean isExplained(Call... calls) {
    return isExplained(Set.of(), calls);
  }

  @Test
  void readDuringACreateGivesItOrNothingAndOneAfterItGivesIt() {
    Call one = create("1", A, 1);
    ended(one, 4, null, row(one));
    assertEquals(true, isExplained(one, ended(read(A, 2), 3, null)));
    assertEquals(true, isExplained(one, ended(read(A, 2), 3, null, row(one))));
    assertEquals(false, isExplained(one, ended(read(A, 5), 6, null)));
    assertEquals(
        false, isExplained(one, ended(read(A, 2), 3, null, row(one)), ended(read(A, 4), 5, null)));
  }

  @Test
  void callOfACrashedClientTakesEffectLaterOrNever() {
    Call crashed = create("1", A, 1);
    crashed.effect = 7;
    assertEquals(true, isExplained(crashed, ended(read(A, 5), 6, null)));
    assertEquals(
        true,
        isExplained(crashed, ended(read(A, 5), 6, null), ended(read(A, 7), 8, null, row(crashed))));
    assertEquals(
        false,
        isExplained(crashed, ended(read(A, 5), 6, null, row(crashed)), ended(read(A, 7), 8, null)));
  }

  @Test
  void callOfACrashedClientHasNoEffectIfNoShardStoredIt() {
    Call crashed = create("1", A, 1);
    assertEquals(true, isExplained(crashed, ended(read(A, 5), 6, null)));
    assertEquals(false, isExplained(crashed, ended(read(A, 5), 6, null, row(crashed))));
  }

  @Test
  void callThatFailedHasNoEffect() {
    Call failed = create("1", A, 1);
    SeenRecord row = row(failed);
    ended(failed, 2, Reason.CONFLICT);
    assertEquals(true, isExplained(failed, ended(read(A, 3), 4, null)));
    assertEquals(false, isExplained(failed, ended(read(A, 3), 4, null, row)));
  }

  @Test
  void keyHasOneOwnerUnlessItWasWrittenWhileItsShardWasDown() {
    Call one = create("1", A, 1);
    Call two = create("2", A, 3);
    ended(one, 2, null, row(one));
    ended(two, 4, null, row(two));
    assertEquals(false, isExplained(one, two));
    assertEquals(true, isExplained(Set.of(A), one, two));
    assertEquals(true, isExplained(one, ended(create("3", A, 5), 6, Reason.KEY_TAKEN)));
    assertEquals(false, isExplained(ended(create("3", A, 5), 6, Reason.KEY_TAKEN)));
  }
}
