package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.TenantId;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The audit log names the person that the proxy let in. */
@ExtendWith(OutputCaptureExtension.class)
final class AuditedUserTest {
  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened = Fixture.open(runtime, "a");

  @AfterEach
  void close() {
    opened.close();
    runtime.close();
  }

  @Test
  void namesWhomTheProxyNames(CapturedOutput output) {
    TenantId alice = new TenantId("notes", "alice");
    opened.deployment().createTenant(alice).join();
    opened.deployment().run(alice, tx -> tx.zone("z").enqueue(Fixture.mail("m"))).join();
    Map<String, String> settings = Map.of("tenure.admin.user-header", "X-Forwarded-User");
    try (AdminServer server =
        AdminServer.start(opened.deployment(), AdminOptions.defaults(), settings)) {
      String pause = "/api/v1/tenants/notes/alice/zones/z/pause";
      new Http(server.port())
          .post(pause, "{\"reason\":\"too hot\"}", "X-Forwarded-User: ann\u0085user=\"eve\"");
      String delete = "/api/v1/tenants/notes/alice/zones/z/dead-letters/delete";
      new Http(server.port()).post(delete, "{\"kind\":\"FAILED\"}", "X-Forwarded-User: bob");
    }
    assertThat(output)
        .contains("user=\"ann")
        .doesNotContain("user=\"eve")
        .contains("action=pause")
        .contains("reason=\"too hot\"")
        .containsPattern(
            "user=\"bob\" from=127.0.0.1 action=delete-dead-letters target=\\S+"
                + " filter=\"kind=FAILED\" changed=0 left=0");
  }
}
