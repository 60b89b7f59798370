package dev.tenure.queue.rebalance;

import dev.tenure.queue.TenantId;

/**
 * A move of a plan.
 *
 * @param weight of the tenant: bytes, or load for a plan by load
 */
public record PlannedMove(TenantId tenant, String source, String target, long weight) {}
