package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A transaction takes five tags, and none after the fifth, not even one that it has. */
interface TagContract extends BehaviourFixture {

  private int commitWith(Consumer<TransactionOptions> tags) {
    try (Transaction transaction = begin()) {
      tags.accept(transaction.options());
      transaction.set(key("tagged"), bytes("v"));
      return codeOf(transaction.commit());
    }
  }

  private static void tag(TransactionOptions options, int tags) {
    for (int tag = 0; tag < tags; tag++) {
      options.setTag("tag" + tag);
    }
  }

  @Test
  default void fiveTagsAreTakenAndTheSixthIsRefused() {
    assertEquals(0, commitWith(options -> tag(options, 5)));
    assertEquals(2109, commitWith(options -> tag(options, 6)));
  }

  @Test
  default void tagThatIsRepeatedCountsOnce() {
    assertEquals(
        0,
        commitWith(
            options -> {
              options.setTag("tag0");
              options.setAutoThrottleTag("tag0");
              tag(options, 5);
            }));
  }

  @Test
  default void tagThatIsRepeatedAfterTheFifthIsRefused() {
    assertEquals(
        2109,
        commitWith(
            options -> {
              tag(options, 5);
              options.setTag("tag0");
            }));
    assertEquals(
        2109,
        commitWith(
            options -> {
              tag(options, 5);
              options.setAutoThrottleTag("tag0");
            }));
  }
}
