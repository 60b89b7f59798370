package dev.tenure.campaigns.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.move.TenantMoveReport.Outcome;
import org.junit.jupiter.api.Test;

/** Three orders of one tenant; the items of the first two are in the group. */
class MoveLedgerTest {
  private final MoveLedger ledger = new MoveLedger();

  /** Kills of the seeds 501 to 503 left such a move, which the end then took for a fault. */
  @Test
  void moveThatIsLeftRevertingEndsReverted() {
    assertEquals(Outcome.REVERTED, MovedRest.endOf(MoveEntry.Stage.REVERTING));
    assertEquals(Outcome.COMPLETED, MovedRest.endOf(MoveEntry.Stage.COPYING));
    assertEquals(Outcome.COMPLETED, MovedRest.endOf(MoveEntry.Stage.ARRIVED));
  }

  @Test
  void everyOrderIsThereAndWasDoneOnce() {
    work();
    found("order orders/1", "order orders/2", "order orders/3");
    found("effect 1 orders/1", "effect 1 orders/2", "effect 1 orders/3");
    found("effect 2 last of orders", "effect 3 head");
    assertFalse(ledger.isChecked());
    ledger.note("left 200 3");
    assertTrue(ledger.isChecked());
    assertEquals(2, ledger.acknowledged());
  }

  @Test
  void acknowledgedOrderThatIsLostIsFound() {
    work();
    refused("acknowledged 0 2 false 20 30, but lost", "left 200 1");
  }

  @Test
  void recordOfAnOrderThatStayedBehindIsFound() {
    work();
    found("order orders/1", "order orders/2");
    refused("of the orders these are missing: [orders/3]", "left 200 3");
  }

  @Test
  void itemThatRanTwiceIsFoundOnOneClusterAndOnTwo() {
    work();
    found("order orders/1", "order orders/2", "order orders/3");
    found("effect 1 orders/1", "effect 2 orders/2", "effect 1 orders/3");
    found("effect 2 last of orders", "effect 3 head");
    refused("these should not be there: [orders/2=2]", "left 200 3");
    refused("effects of orders/1 committed twice", "ran orders/1");
  }

  @Test
  void itemThatNeverRanAndItsDraftAreFound() {
    work();
    found("order orders/1", "order orders/2", "order orders/3");
    found("effect 1 orders/1", "effect 1 orders/2", "effect 0 draft of orders/3");
    found("effect 2 last of orders", "effect 3 head");
    refused("missing: [orders/3=1], and these should not be there: [draft of", "left 200 3");
  }

  @Test
  void deadLetterThatStayedBehindIsFound() {
    ledger.note("opened 5");
    for (int number = 1; number <= 25; number++) {
      ledger.note("acknowledged 0 %d false %d %d".formatted(number, number * 10, number * 10 + 5));
      found("order orders/" + number);
    }
    refused("of the dead letters these are missing: [orders/25]", "left 900 25");
  }

  @Test
  void versionsOfTheStoreThatFallBackWithAMoveAreFound() {
    work();
    refused("reopened at version 30, but 30 was given out", "opened 30");
  }

  @Test
  void killsAreCountedByWhatTheNextProcessFinds() {
    MoveKills kills = new MoveKills();
    process(kills, MoveStep.NO_MOVE, MoveStep.NO_MOVE);
    kills.note("opening");
    kills.killed();
    process(kills, MoveStep.CLOSED, MoveStep.NO_MOVE);
    process(kills, MoveStep.NO_MOVE, MoveStep.NO_MOVE);
    kills.note("opening");
    assertEquals(1, kills.inMoves());
    assertFalse(kills.missing().contains(MoveStep.CLOSED));
    assertTrue(
        kills
            .toString()
            .startsWith("kills: 1 in moves, 1 between moves, 1 while the clusters were opened\n"),
        kills.toString());
  }

  private static void process(MoveKills kills, MoveStep... found) {
    kills.note("opening");
    for (MoveStep step : found) {
      assertTrue(kills.noteTenant("found " + step));
    }
    kills.note("working");
    kills.killed();
  }

  /** The third order is committed, and its process killed before it says so. */
  private void work() {
    ledger.note("opened 5");
    ledger.note("acknowledged 0 1 false 10 20");
    ledger.note("acknowledged 0 2 false 20 30");
    ledger.note("ran orders/1");
  }

  private void found(String... lines) {
    for (String line : lines) {
      ledger.note(line);
    }
  }

  private void refused(String because, String line) {
    CrashViolation found = assertThrows(CrashViolation.class, () -> ledger.note(line));
    assertTrue(String.valueOf(found.getMessage()).contains(because), found.getMessage());
  }
}
