package dev.tenure.admin.overview;

import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.Mounted;
import dev.tenure.admin.rest.ClusterBody;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.inspect.ClusterSummary;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.observe.ClusterSample;
import dev.tenure.spring.observe.ClusterSampler;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers with the last samples; sends no request to a cluster. */
@RestController
final class OverviewController {
  private final Deployment deployment;
  private final ClusterSampler sampler;
  private final WorkHistory work;
  private final TenureRuntime runtime;
  private final boolean readOnly;
  private final boolean actuator;

  OverviewController(
      Deployment deployment,
      ClusterSampler sampler,
      WorkHistory work,
      TenureRuntime runtime,
      AdminProperties properties,
      ObjectProvider<Mounted> mounted) {
    this.deployment = deployment;
    this.sampler = sampler;
    this.work = work;
    this.runtime = runtime;
    this.readOnly = properties.readOnly();
    this.actuator = mounted.getIfAvailable() == null;
  }

  @GetMapping(path = "/api/v1/overview", produces = MediaType.APPLICATION_JSON_VALUE)
  OverviewBody overview() {
    return new OverviewBody(
        runtime.clock().instant(),
        readOnly,
        actuator,
        sampler.window().toSeconds(),
        deployment.clusters().stream().map(one -> cluster(one.name())).toList(),
        work.work());
  }

  private OverviewBody.Cluster cluster(String name) {
    Optional<ClusterSample> latest = sampler.latest(name);
    return new OverviewBody.Cluster(
        name,
        latest.map(ClusterSample::reachable).orElse(false),
        latest.map(ClusterSample::problem).orElse(Optional.of("it was not looked at yet")),
        latest.map(ClusterSample::at),
        latest.flatMap(ClusterSample::summary).map(ClusterBody.Summary::of),
        sampler.history(name).stream().flatMap(OverviewController::point).toList());
  }

  private static Stream<OverviewBody.Point> point(ClusterSample sample) {
    return sample.summary().stream().map(summary -> point(sample.at(), summary));
  }

  private static OverviewBody.Point point(Instant at, ClusterSummary summary) {
    double waiting =
        summary
            .oldestVested()
            .map(since -> Duration.between(since, at).toMillis() / 1000.0)
            .orElse(0.0);
    return new OverviewBody.Point(
        at, summary.pointers(), summary.vestedPointers(), Math.max(0, waiting));
  }
}
