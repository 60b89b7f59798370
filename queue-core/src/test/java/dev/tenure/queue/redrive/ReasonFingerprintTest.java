package dev.tenure.queue.redrive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReasonFingerprintTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "order 17 timed out | order <number> timed out",
        "took 1.5 s at 12:30:01 | took <number> s at <number>",
        "order-17/a7 | order-<number>/a<number>",
        "no user 123e4567-e89b-12d3-a456-426614174000 | no user <uuid>",
        "commit 0xBEEF of deadbeef01 | commit <hex> of <hex>",
        "decade facade | decade facade",
        "no user \"bob\" in 'mail' | no user <text> in <text>",
        "can't find bob's order | can't find bob's order",
        "job 01ARZ3NDEKTSV4RRFFQ69G5FAV failed | job <id> failed",
        "item ord_8f3kd92ks01m lost | item ord_<id> lost",
        "row a_00ff3d of v_123e4567-e89b-12d3-a456-426614174000 | row a_<hex> of v_<uuid>",
        "no user ann.lee+x@mail.example.com | no user <address>",
        "kein Auftrag „x“ | kein Auftrag <text>",
        "mail server is down | mail server is down",
      })
  void replacesValues(String reason, String fingerprint) {
    assertEquals(fingerprint, ReasonFingerprint.of(reason));
  }
}
