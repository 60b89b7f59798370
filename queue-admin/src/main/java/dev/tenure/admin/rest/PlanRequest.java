package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.rebalance.RebalanceGoal;
import dev.tenure.queue.rebalance.Rebalancing;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * A request for a plan.
 *
 * @param id of the plan to be started; empty for a preview
 */
record PlanRequest(RebalanceGoal goal, int movesMax, Optional<String> id, ActionBody action) {
  private static final int PERCENT = 10;
  private static final int LOADS_MAX = 1_000;

  /** What a plan is for. */
  enum Goal {
    DRAIN,
    GATHER,
    SIZE,
    LOAD
  }

  /**
   * @param loads what this server knows of the loads of tenants, for a plan by load without others
   */
  static PlanRequest parse(JsonNode body, Map<TenantId, Long> loads) {
    ActionBody.requireFields(
        body, Set.of("goal", "cluster", "percent", "movesMax", "loads", "plan", "reason"));
    Goal goal =
        Api.choice("goal", ActionBody.text(body, "goal"), Goal.class)
            .orElseThrow(() -> ActionBody.unreadable("goal is empty"));
    RebalanceGoal wanted =
        switch (goal) {
          case DRAIN -> new RebalanceGoal.Drain(cluster(body));
          case GATHER -> new RebalanceGoal.Gather(cluster(body));
          case SIZE -> new RebalanceGoal.BySize(percent(body));
          case LOAD -> new RebalanceGoal.ByLoad(percent(body), loads(body, loads));
        };
    return new PlanRequest(
        wanted,
        number(body, "movesMax", Rebalancing.MOVES_MAX, Rebalancing.MOVES_MAX),
        ActionBody.optionalText(body, "plan"),
        ActionBody.reason(body));
  }

  private static String cluster(JsonNode body) {
    return Api.cluster(ActionBody.text(body, "cluster"));
  }

  private static int percent(JsonNode body) {
    return number(body, "percent", PERCENT, RebalanceGoal.PERCENT_MAX);
  }

  private static int number(JsonNode body, String name, int otherwise, int most) {
    JsonNode value = body.get(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.isIntegralNumber() || value.asLong() < 1 || value.asLong() > most) {
      throw Api.outOfRange(name, value.toString(), "1 to " + most);
    }
    return value.asInt();
  }

  private static Map<TenantId, Long> loads(JsonNode body, Map<TenantId, Long> otherwise) {
    JsonNode given = body.get("loads");
    if (given == null) {
      if (otherwise.isEmpty()) {
        throw new AdminProblem(
            ProblemKind.PARAMETER_OUT_OF_RANGE,
            "loads is missing, and this server knows the load of no tenant: no consumer of its"
                + " process has started an item");
      }
      return otherwise;
    }
    if (!given.isArray() || given.size() > LOADS_MAX) {
      throw Api.outOfRange(
          "loads",
          given.isArray() ? given.size() + " tenants" : "given",
          "a list of at most " + LOADS_MAX);
    }
    Map<TenantId, Long> loads = new TreeMap<>();
    for (JsonNode each : given) {
      ActionBody.requireFields(each, Set.of("application", "user", "load"));
      loads.merge(
          Api.tenant(ActionBody.text(each, "application"), ActionBody.text(each, "user")),
          (long) number(each, "load", 0, Integer.MAX_VALUE),
          Long::sum);
    }
    return loads;
  }
}
