package dev.tenure.admin.overview;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.top.TopTenants;
import dev.tenure.spring.ConsumerStatusSource;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists the tenants with most work in the consumers of this process; sends no request to a cluster.
 */
@RestController
final class TopTenantsController {
  private final List<ConsumerStatusSource> sources;

  TopTenantsController(ObjectProvider<ConsumerStatusSource> sources) {
    this.sources = sources.orderedStream().toList();
  }

  /** The lists of each consumer of this process, since the consumer was started. */
  record TopTenantsBody(List<Top> consumers) {}

  /**
   * The lists of one consumer, largest first, at most 20 tenants each.
   *
   * @param started the number of items started, of all tenants
   * @param waitedMillis the total time that these items had been due before
   */
  record Top(
      String consumer,
      long started,
      long waitedMillis,
      List<Share> byStarts,
      List<Share> byWaitMillis) {

    static Top of(ConsumerStatus status) {
      TopTenants.Lists lists = status.top();
      return new Top(
          status.id(),
          lists.started(),
          lists.waitedMillis(),
          lists.byStarts().stream().map(Share::of).toList(),
          lists.byWaitMillis().stream().map(Share::of).toList());
    }
  }

  /**
   * One tenant.
   *
   * @param overstated the most by which the value may be too large
   */
  record Share(String application, String user, long value, long overstated) {
    static Share of(TopTenants.Share share) {
      return new Share(
          share.tenant().application(), share.tenant().user(), share.value(), share.overstated());
    }
  }

  @GetMapping(path = "/api/v1/top-tenants", produces = MediaType.APPLICATION_JSON_VALUE)
  TopTenantsBody topTenants() {
    return new TopTenantsBody(
        sources.stream()
            .map(ConsumerStatusSource::status)
            .flatMap(Optional::stream)
            .map(Top::of)
            .toList());
  }
}
