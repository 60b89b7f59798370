package dev.tenure.admin.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A client whose requests are refused does not fill the log. */
@ExtendWith(OutputCaptureExtension.class)
final class RefusalLogTest {

  @Test
  void refusalsAreAnsweredAndNotLogged(CapturedOutput output) {
    Fixture fixture = Fixture.start();
    try {
      Http http = fixture.http();
      http.get("/api/v1/clusters", "Host: evil.example").problem(421, "host-not-allowed");
      http.send("FOO", "/api/v1/clusters", "").problem(501, "method-unknown");
      http.send("POST", "/api/v1/clusters", "").problem(403, "cross-site-request");
    } finally {
      fixture.close(); // waits for the requests
    }
    assertThat(output.getAll()).doesNotContain("Exception");
  }
}
