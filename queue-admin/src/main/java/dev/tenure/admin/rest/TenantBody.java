package dev.tenure.admin.rest;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.inspect.TenantSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A tenant as JSON. */
record TenantBody(
    String application,
    String user,
    String cluster,
    Optional<Instant> createdAt,
    List<ZoneBody> zones) {

  static TenantBody of(
      TenantId tenant, String cluster, Optional<Instant> createdAt, List<ZoneBody> zones) {
    return new TenantBody(tenant.application(), tenant.user(), cluster, createdAt, zones);
  }

  /** A tenant in a list. */
  record Row(String application, String user, String cluster, Instant createdAt) {
    static Row of(TenantSummary summary) {
      TenantId tenant = summary.tenant();
      return new Row(tenant.application(), tenant.user(), summary.cluster(), summary.createdAt());
    }
  }
}
