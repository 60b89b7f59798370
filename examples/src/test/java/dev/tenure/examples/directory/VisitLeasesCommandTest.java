package dev.tenure.examples.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import java.time.Instant;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class VisitLeasesCommandTest {
  private static void beatOfAnEarlierRelease(QueueCluster cluster) {
    Instant now = Instant.now();
    cluster
        .consumers()
        .heartbeat(new ConsumerInfo("early", now, now, new TreeMap<>()).withContentFormatMax(0))
        .join();
  }

  @Test
  void showsAndSwitchesThemAndNamesWhoStandsInTheWay() {
    try (DirectoryServer server = new DirectoryServer()) {
      QueueCluster cluster = server.deployment().cluster("a").orElseThrow();
      assertThat(server.run(VisitLeasesCommand::execute, 0, "a"))
          .isEqualToIgnoringNewLines("leases of visits on a: on");
      assertThat(server.run(VisitLeasesCommand::execute, 0, "a", "--off", "--reason", "beside"))
          .contains("on a: off");
      assertThat(cluster.leasesTogether().join()).isFalse();
      beatOfAnEarlierRelease(cluster);
      assertThat(server.run(VisitLeasesCommand::execute, 0, "a"))
          .contains("on a: off", "do not know them: early");
      assertThat(server.run(VisitLeasesCommand::execute, 1, "a", "--on"))
          .contains("these live consumers do not know it: [early]");
      assertThat(cluster.leasesTogether().join()).isFalse();
      cluster.consumers().forget("early").join();
      assertThat(server.run(VisitLeasesCommand::execute, 0, "a", "--on")).contains("on a: on");
      assertThat(cluster.leasesTogether().join()).isTrue();
    }
  }

  @Test
  void saysWhatIsMissing() {
    try (DirectoryServer server = new DirectoryServer()) {
      assertThat(server.run(VisitLeasesCommand::execute, 2)).contains("CLUSTER");
      assertThat(server.run(VisitLeasesCommand::execute, 2, "a", "--on", "--off"))
          .contains("mutually exclusive");
      assertThat(server.run(VisitLeasesCommand::execute, 1, "x")).contains("is not one of [a, b]");
    }
  }
}
