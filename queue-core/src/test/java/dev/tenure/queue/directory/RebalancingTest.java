package dev.tenure.queue.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.MoveRequest.State;
import dev.tenure.queue.move.MoveWorker;
import dev.tenure.queue.move.MoveWorkerOptions;
import dev.tenure.queue.rebalance.MovePlan;
import dev.tenure.queue.rebalance.PlanProgress;
import dev.tenure.queue.rebalance.RebalanceGoal;
import dev.tenure.queue.rebalance.RebalancePlan;
import dev.tenure.queue.rebalance.Rebalancing;
import dev.tenure.record.async.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Plans of many moves over the clusters east, north and west. */
final class RebalancingTest {
  private static final Duration STEP = Duration.ofMillis(500);
  private static final int STEPS_MAX = 400;

  private final DirectoryFixture fixture = new DirectoryFixture();
  private final TenantDirectory operator = fixture.active();
  private final Rebalancing rebalancing = Rebalancing.of(operator);
  private final List<TenantId> crew = new ArrayList<>();

  @AfterEach
  void close() {
    fixture.close();
  }

  private void create(int tenants) {
    TenantDirectory east = fixture.processOn(Life.endless(), "east");
    for (int i = 0; i < tenants; i++) {
      TenantId tenant = new TenantId("mail", "sailor" + i);
      fixture.await(east.create(tenant, TenantDetails.NONE));
      String text = "x".repeat(1 + i * 100);
      fixture.await(east.deployment().run(tenant, tx -> tx.zone().enqueue(TestCluster.item(text))));
      crew.add(tenant);
    }
  }

  private MoveWorker worker(MoveOptions options) {
    MoveWorker worker =
        MoveWorker.of(fixture.process(), MoveWorkerOptions.defaults().withMoves(options));
    worker.start();
    return worker;
  }

  private void pass(Duration time) {
    for (Duration left = time; !left.isZero(); left = left.minus(STEP)) {
      fixture.advance(STEP);
      fixture.await(operator.deployment().clusters().get(0).database().delay(STEP));
    }
  }

  private PlanProgress untilEnded(String plan) {
    for (int i = 0; i < STEPS_MAX; i++) {
      PlanProgress progress = fixture.await(rebalancing.progress(plan));
      if (progress.hasEnded()) {
        return progress;
      }
      pass(STEP);
    }
    throw new AssertionError("the plan does not end");
  }

  private String cluster(TenantId tenant) {
    return fixture.await(operator.find(tenant)).orElseThrow().cluster();
  }

  private RebalancePlan preview(RebalanceGoal goal, int movesMax) {
    return fixture.await(rebalancing.preview(goal, movesMax));
  }

  @Test
  void drainedClusterHasNoTenantAndAnUndoneDrainHasThemBack() {
    create(5);
    RebalancePlan plan = preview(new RebalanceGoal.Drain("east"), 100);
    assertEquals(5, plan.moves().size());
    assertTrue(plan.complete());
    assertEquals(List.of(), fixture.await(rebalancing.list()));
    assertTrue(plan.moves().stream().anyMatch(each -> each.target().equals("north")));
    assertTrue(plan.moves().stream().anyMatch(each -> each.target().equals("west")));

    MovePlan started = fixture.await(rebalancing.start("leak", plan, "ishmael", "old disks"));
    assertEquals("drain east", started.goal());
    fixture.failure(
        Code.MOVE_REFUSED,
        rebalancing.start("leak", preview(new RebalanceGoal.Drain("west"), 9), "", ""));
    worker(MovingTenant.OPTIONS);
    assertEquals(5, untilEnded("leak").in(State.COMPLETED));
    crew.forEach(each -> assertFalse(cluster(each).equals("east"), each.toString()));

    fixture.await(rebalancing.undo("leak", "ishmael", "new disks"));
    assertEquals(5, untilEnded("undo-leak").in(State.COMPLETED));
    crew.forEach(each -> assertEquals("east", cluster(each)));
    fixture.await(rebalancing.forget("leak"));
    assertEquals(List.of("undo-leak"), ids());
  }

  private List<String> ids() {
    return fixture.await(rebalancing.list()).stream().map(MovePlan::id).toList();
  }

  @Test
  void planWithATextThatCannotBeStoredIsRefusedAndLeavesNothing() {
    create(4);
    RebalancePlan plan = preview(new RebalanceGoal.Drain("west"), 9);
    for (String by : List.of("x".repeat(201), "half a pair \ud800")) {
      assertThrows(IllegalArgumentException.class, () -> rebalancing.start("p", plan, by, ""));
    }
    assertThrows(
        IllegalArgumentException.class, () -> rebalancing.start("p", plan, "", "y".repeat(501)));
    assertThrows(
        IllegalArgumentException.class, () -> rebalancing.start("p".repeat(92), plan, "", ""));

    assertEquals(List.of(), fixture.await(rebalancing.list()));
  }

  @Test
  void planWithTheLongestIdIsUndone() {
    create(4);
    String id = "p".repeat(91);
    fixture.await(
        rebalancing.start(id, preview(new RebalanceGoal.Gather("west"), 100), "ishmael", ""));
    assertThrows(
        IllegalArgumentException.class, () -> rebalancing.undo(id, "x".repeat(201), "why"));
    assertEquals(0, fixture.await(rebalancing.progress(id)).in(State.REVERTING));
    worker(MovingTenant.OPTIONS);
    untilEnded(id);

    assertEquals("undo-" + id, fixture.await(rebalancing.undo(id, "ishmael", "")).id());
  }

  @Test
  void pausedPlanRestsAndGoesOn() {
    create(4);
    worker(MovingTenant.OPTIONS.withPace(Pace.unlimited().withPause(Duration.ofSeconds(3))));
    RebalancePlan plan = preview(new RebalanceGoal.Gather("west"), 100);
    fixture.await(rebalancing.start("west", plan, "", ""));
    fixture.failure(Code.MOVE_REFUSED, rebalancing.forget("west"));
    assertTrue(fixture.await(rebalancing.pause("west")) > 0);
    pass(Duration.ofSeconds(30));
    PlanProgress paused = fixture.await(rebalancing.progress("west"));
    assertEquals(0, paused.in(State.OPEN));
    assertTrue(paused.in(State.PAUSED) > 0);
    pass(Duration.ofSeconds(30));
    assertEquals(paused.moves(), fixture.await(rebalancing.progress("west")).moves());
    assertEquals(paused.in(State.PAUSED), fixture.await(rebalancing.resume("west")));
    assertEquals(4, untilEnded("west").in(State.COMPLETED));
    crew.forEach(each -> assertEquals("west", cluster(each)));
    assertEquals(List.of(), preview(new RebalanceGoal.Gather("west"), 100).moves());
    fixture.failure(Code.PLAN_NOT_FOUND, rebalancing.progress("never"));
    fixture.failure(Code.PLAN_NOT_FOUND, rebalancing.pause("never"));
    fixture.failure(Code.PLAN_NOT_FOUND, rebalancing.undo("never", "", ""));
    fixture.failure(Code.PLAN_NOT_FOUND, rebalancing.forget("never"));
  }

  @Test
  void planByLoadMovesTheTenantsWithMostWork() {
    create(4);
    Map<TenantId, Long> loads =
        Map.of(crew.get(0), 50L, crew.get(1), 40L, crew.get(2), 8L, crew.get(3), 2L);
    RebalancePlan plan = preview(new RebalanceGoal.ByLoad(20, loads), 100);
    assertEquals(100L, plan.before().get("east"));
    assertTrue(plan.after().getOrDefault("east", 100L) <= 50, plan.after().toString());
    assertTrue(
        plan.moves().stream().anyMatch(each -> each.tenant().equals(crew.get(0))), plan.toString());
  }

  @Test
  void planBySizeMakesTheLargestClusterSmaller() {
    create(8);
    RebalancePlan plan = preview(new RebalanceGoal.BySize(5), 3);
    assertEquals(8, plan.looked());
    assertTrue(plan.moves().size() <= 3);
    plan.moves().forEach(each -> assertTrue(each.weight() > 0, each.toString()));
    fixture.failure(
        Code.CLUSTER_NOT_FOUND, rebalancing.preview(new RebalanceGoal.Drain("south"), 3));
  }
}
