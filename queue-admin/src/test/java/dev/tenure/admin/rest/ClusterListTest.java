package dev.tenure.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** The list of clusters, over the fixture's clusters a and b. */
@ExtendWith(OutputCaptureExtension.class)
final class ClusterListTest {
  private static final String LIST = "/api/v1/cluster-list";

  @Test
  void removesAndAddsAnEmptyCluster(CapturedOutput output) {
    try (Fixture fixture = Fixture.start()) {
      Http http = fixture.http();
      assertThat(http.get(LIST).json().get("version").asInt()).isZero();
      var unused = fixture.deployment().agree().join();
      assertThat(http.get(LIST).json().get("clusters").toString()).isEqualTo("[\"a\",\"b\"]");

      JsonNode one =
          http.post(LIST, "{\"clusters\":[\"a\"],\"version\":1,\"reason\":\"old disks\"}").json();
      assertThat(one.get("version").asInt()).isEqualTo(2);
      assertThat(one.get("clusters").toString()).isEqualTo("[\"a\"]");
      assertThat(one.get("stored").size()).isEqualTo(2);
      assertThat(output.toString())
          .contains("action=change-clusters a target=" + LIST + " reason=\"old disks\"");

      JsonNode two = http.post(LIST, "{\"clusters\":[\"b\",\"a\"],\"version\":2}").json();
      assertThat(two.get("clusters").toString()).isEqualTo("[\"a\",\"b\"]");
      http.post(LIST, "{\"clusters\":[\"a\"],\"version\":1}").problem(409, "clusters-differ");
    }
  }

  @Test
  void keepsAClusterThatHasTenants() {
    try (Fixture fixture = Fixture.start()) {
      var unused = fixture.deployment().agree().join();
      TenantId onB =
          IntStream.range(0, 100)
              .mapToObj(user -> new TenantId("notes", "u" + user))
              .filter(each -> fixture.deployment().preferred(each).name().equals("b"))
              .findFirst()
              .orElseThrow();
      var created = fixture.deployment().createTenant(onB).join();
      assertThat(created.name()).isEqualTo("b");
      String detail =
          fixture
              .http()
              .post(LIST, "{\"clusters\":[\"a\"],\"version\":1}")
              .problem(409, "cluster-not-empty")
              .get("detail")
              .asString();
      assertThat(detail).contains("{b=1}");
      assertThat(fixture.http().get(LIST).json().get("version").asInt()).isEqualTo(1);
    }
  }

  @Test
  void shardOfTheDirectoryStays() {
    try (Fixture fixture = Fixture.startWithDirectory(AdminOptions.defaults(), "email")) {
      JsonNode list = fixture.http().get(LIST).json();
      assertThat(list.get("directory").toString()).contains("b");
      fixture
          .http()
          .post(LIST, "{\"clusters\":[\"a\"],\"version\":" + list.get("version").asInt() + "}")
          .problem(409, "cluster-not-empty");
    }
  }

  @Test
  void refusesWhatIsNoList() {
    try (Fixture fixture = Fixture.start()) {
      var unused = fixture.deployment().agree().join();
      Http http = fixture.http();
      String unknown =
          http.post(LIST, "{\"clusters\":[\"a\",\"north\"],\"version\":1}")
              .problem(400, "parameter-out-of-range")
              .get("detail")
              .asString();
      assertThat(unknown).contains("[north]");
      http.post(LIST, "{\"clusters\":[],\"version\":1}").problem(400, "parameter-out-of-range");
      http.post(LIST, "{\"clusters\":\"a\",\"version\":1}").problem(400, "parameter-out-of-range");
      http.post(LIST, "{\"clusters\":[1],\"version\":1}").problem(400, "parameter-out-of-range");
      http.post(LIST, "{\"clusters\":[\"a\"]}").problem(400, "parameter-out-of-range");
      http.post(LIST, "{\"clusters\":[\"a\"],\"version\":0}")
          .problem(400, "parameter-out-of-range");
      http.post(LIST, "{\"clusters\":[\"a\"],\"version\":1,\"x\":1}")
          .problem(400, "parameter-out-of-range");
    }
  }
}
