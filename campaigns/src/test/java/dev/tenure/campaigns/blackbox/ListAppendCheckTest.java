package dev.tenure.campaigns.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tenure.campaigns.blackbox.ListAnomaly.Kind;
import dev.tenure.campaigns.blackbox.ListTransaction.Append;
import dev.tenure.campaigns.blackbox.ListTransaction.ListOutcome;
import dev.tenure.campaigns.blackbox.ListTransaction.ListStep;
import dev.tenure.campaigns.blackbox.ListTransaction.Read;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ListAppendCheckTest {
  private final List<ListTransaction> history = new ArrayList<>();

  @Test
  void aSerialHistoryIsRight() {
    committed(1, 2, append("x", 1), append("y", 2));
    committed(3, 4, read("x", 1), append("x", 3), read("x", 1, 3));
    committed(5, 6, read("x", 1, 3), read("y", 2));
    assertAnomalies();
  }

  @Test
  void concurrentTransactionsMayComeInAnyOrder() {
    committed(1, 9, append("x", 1));
    committed(1, 9, read("x"));
    committed(1, 9, read("x", 1), append("x", 2));
    committed(10, 11, read("x", 1, 2));
    assertAnomalies();
  }

  @Test
  void lostUpdateIsACycleWithAnAntiDependency() {
    committed(1, 9, read("x"), append("x", 1));
    committed(1, 9, read("x"), append("x", 2));
    committed(10, 11, read("x", 1, 2));
    assertAnomalies(Kind.G2_ANTI_DEPENDENCY);
  }

  @Test
  void writeSkewIsACycleWithAntiDependencies() {
    committed(1, 9, read("y"), append("x", 1));
    committed(1, 9, read("x"), append("y", 2));
    committed(10, 11, read("x", 1), read("y", 2));
    assertAnomalies(Kind.G2_ANTI_DEPENDENCY);
  }

  @Test
  void writesInTwoOrdersAreAWriteCycle() {
    committed(1, 9, append("x", 1), append("y", 2));
    committed(1, 9, append("x", 3), append("y", 4));
    committed(10, 11, read("x", 1, 3), read("y", 4, 2));
    assertAnomalies(Kind.G0_WRITE_CYCLE);
  }

  @Test
  void readsOfEachOthersWritesAreACircularFlow() {
    committed(1, 9, append("x", 1), read("y", 2));
    committed(1, 9, append("y", 2), read("x", 1));
    committed(10, 11, read("x", 1), read("y", 2));
    assertAnomalies(Kind.G1C_CIRCULAR_FLOW);
  }

  @Test
  void staleReadIsACycleOfRealTime() {
    committed(1, 2, append("x", 1));
    committed(3, 4, read("x"));
    committed(5, 6, read("x", 1));
    assertAnomalies(Kind.REAL_TIME_CYCLE);
  }

  @Test
  void readOfARefusedTransactionIsFound() {
    ended(ListOutcome.NOT_COMMITTED, 1, 2, append("x", 1));
    committed(3, 4, read("x", 1));
    assertAnomalies(Kind.G1A_ABORTED_READ);
  }

  @Test
  void commitSeenInPartIsFound() {
    committed(1, 9, append("x", 1), append("x", 2));
    committed(1, 9, read("x", 1));
    committed(10, 11, read("x", 1, 2));
    assertAnomalies(Kind.G1B_INTERMEDIATE_READ);
  }

  @Test
  void appendThatIsGoneIsFound() {
    committed(1, 2, append("x", 1));
    committed(3, 4, append("x", 2));
    committed(5, 6, read("x", 2));
    assertAnomalies(Kind.LOST_APPEND);
  }

  @Test
  void elementAppliedTwiceIsFound() {
    ended(ListOutcome.UNKNOWN, 1, 2, append("x", 1));
    committed(3, 4, read("x", 1, 1));
    assertAnomalies(Kind.INCOMPATIBLE_ORDER);
  }

  @Test
  void readsThatDisagreeAboutTheOrderAreFound() {
    committed(1, 9, append("x", 1));
    committed(1, 9, append("x", 2));
    committed(10, 11, read("x", 1, 2));
    committed(10, 11, read("x", 2, 1));
    assertAnomalies(Kind.INCOMPATIBLE_ORDER);
  }

  @Test
  void ownAppendThatIsNotSeenIsFound() {
    committed(1, 2, append("x", 1), read("x"));
    committed(3, 4, read("x", 1));
    assertAnomalies(Kind.INTERNAL);
  }

  @Test
  void unknownOutcomeIsNoAnomalyWhetherAppliedOrNot() {
    ended(ListOutcome.UNKNOWN, 1, Long.MAX_VALUE, append("x", 1));
    ended(ListOutcome.UNKNOWN, 1, Long.MAX_VALUE, append("x", 2));
    committed(3, 4, read("x", 2));
    assertAnomalies();
  }

  @Test
  void anElementThatTwoAppendIsRefused() {
    committed(1, 2, append("x", 1));
    committed(3, 4, append("y", 1));
    assertThrows(IllegalArgumentException.class, () -> ListAppendCheck.check(history));
  }

  private void committed(long begun, long ended, ListStep... steps) {
    ended(ListOutcome.COMMITTED, begun, ended, steps);
  }

  private void ended(ListOutcome outcome, long begun, long ended, ListStep... steps) {
    history.add(new ListTransaction(history.size() + 1L, List.of(steps), outcome, begun, ended));
  }

  private static ListStep append(String list, long element) {
    return new Append(list, element);
  }

  private static ListStep read(String list, long... elements) {
    return new Read(list, Arrays.stream(elements).boxed().toList());
  }

  private void assertAnomalies(Kind... kinds) {
    List<ListAnomaly> found = ListAppendCheck.check(history);
    assertEquals(
        Set.of(kinds),
        found.stream().map(ListAnomaly::kind).collect(Collectors.toSet()),
        found::toString);
  }
}
