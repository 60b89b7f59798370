package dev.tenure.record.key;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.CRC32C;

/** Combines the fingerprints of the rules on which all functions in some expressions depend. */
final class RulesFingerprint {
  private final KeyFunctions functions;
  private final CRC32C crc = new CRC32C();
  private boolean any;

  private RulesFingerprint(KeyFunctions functions) {
    this.functions = functions;
  }

  static OptionalInt of(List<KeyExpression> expressions, KeyFunctions functions) {
    RulesFingerprint all = new RulesFingerprint(functions);
    expressions.forEach(all::add);
    return all.any ? OptionalInt.of((int) all.crc.getValue()) : OptionalInt.empty();
  }

  private void add(KeyExpression expression) {
    if (expression instanceof KeyExpression.Function function) {
      functions
          .find(function.name())
          .map(found -> found.rulesFingerprint(function.arguments()))
          .orElse(OptionalInt.empty())
          .ifPresent(rules -> add(function, rules));
    }
    expression.parts().forEach(this::add);
  }

  private void add(KeyExpression.Function function, int rules) {
    any = true;
    crc.update(function.toString().getBytes(StandardCharsets.UTF_8));
    crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, rules));
  }
}
