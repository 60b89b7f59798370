package dev.tenure.admin.rest;

import dev.tenure.queue.cluster.ClusterList;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.DirectoryLayout;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The list of clusters that each cluster stores: looked at and changed. */
@RestController
@RequestMapping(path = Api.ROOT, produces = MediaType.APPLICATION_JSON_VALUE)
final class ClusterListController {
  private static final String LIST = "/cluster-list";

  private final Deployment deployment;
  private final AuditLog audit;

  ClusterListController(Deployment deployment, AuditLog audit) {
    this.deployment = deployment;
    this.audit = audit;
  }

  /**
   * The list of a deployment's clusters.
   *
   * @param version the version that a change follows; 0 while no cluster has stored a list
   * @param clusters the names of the clusters, sorted
   * @param changingTo the clusters after a change that has not ended; otherwise empty
   * @param directory the clusters with the shards of the tenant directory, which cannot leave
   * @param stored the list on each cluster of this process that has stored one
   */
  record Listed(
      long version,
      List<String> clusters,
      List<String> changingTo,
      List<String> directory,
      List<Stored> stored) {

    static Listed of(Map<String, ClusterList> stored) {
      Optional<ClusterList> list = ClusterList.toChange(stored.values());
      return new Listed(
          list.map(ClusterList::version).orElse(0L),
          list.map(ClusterList::clusters).orElse(List.of()),
          list.map(Listed::next).orElse(List.of()),
          list.flatMap(ClusterList::directory).map(DirectoryLayout::shards).orElse(List.of()),
          stored.entrySet().stream()
              .map(each -> Stored.of(each.getKey(), each.getValue()))
              .toList());
    }

    private static List<String> next(ClusterList list) {
      return list.changedTo().map(ClusterList::clusters).orElse(List.of());
    }
  }

  /** The list that one cluster has stored. */
  record Stored(String cluster, long version, List<String> clusters, List<String> changingTo) {
    static Stored of(String cluster, ClusterList list) {
      return new Stored(cluster, list.version(), list.clusters(), Listed.next(list));
    }
  }

  @GetMapping(LIST)
  CompletableFuture<Listed> list() {
    return deployment.storedLists().thenApply(Listed::of);
  }

  /** Changes the list, or goes on with the same change after an interruption. */
  @PostMapping(path = LIST, consumes = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<Listed> change(@RequestBody JsonNode body, HttpServletRequest request) {
    ActionBody.requireFields(body, Set.of("clusters", "version", "reason"));
    List<String> clusters = clusters(body.get("clusters"));
    long version = version(body.get("version"));
    ActionBody action = ActionBody.reason(body);
    return audit
        .asked(request, action)
        .does(
            "change-clusters " + String.join(",", clusters),
            Asking.within(() -> deployment.changeClusters(version, clusters)))
        .thenCompose(changed -> list());
  }

  private static List<String> clusters(@Nullable JsonNode names) {
    if (names == null
        || !names.isArray()
        || names.isEmpty()
        || !names.valueStream().allMatch(JsonNode::isString)) {
      throw Api.outOfRange("clusters", String.valueOf(names), "a list of names of clusters");
    }
    return names.valueStream().map(JsonNode::asString).map(Api::cluster).toList();
  }

  private static long version(@Nullable JsonNode version) {
    if (version == null || !version.isIntegralNumber() || !version.canConvertToLong()) {
      throw Api.outOfRange(
          "version", String.valueOf(version), "the version of the list that the new one follows");
    }
    return version.asLong();
  }
}
