package dev.tenure.admin.rest.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.explain.Cause;
import dev.tenure.queue.explain.Explanation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReasonBodyTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static ReasonBody reason(Cause cause) {
    return ReasonBody.of(new Explanation(Optional.empty(), List.of(cause), 1, NOW)).get(0);
  }

  @Test
  void aPayloadVersionThatNobodyReadsNamesThoseThatRunTheType() {
    assertThat(reason(new Cause.VersionUnread("mail", 3, 2, List.of("a", "b"), Optional.of(NOW))))
        .isEqualTo(
            new ReasonBody(
                ReasonBody.Code.VERSION_UNREAD,
                "No live consumer reads its schema version 3 of type mail; a, b read up to version"
                    + " 2. One that did was last heard at 2026-01-01T00:00:00Z.",
                Optional.empty()));
  }
}
