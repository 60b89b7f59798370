package dev.tenure.queue.inspect;

import dev.tenure.queue.TenantId;
import java.time.Instant;

/** A tenant and where its store lies. */
public record TenantSummary(TenantId tenant, String cluster, Instant createdAt) {}
