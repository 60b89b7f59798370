package dev.tenure.queue.inspect;

import dev.tenure.queue.TenantId;
import java.time.Instant;

/** A tenant and the cluster of its store. */
public record TenantSummary(TenantId tenant, String cluster, Instant createdAt) {}
