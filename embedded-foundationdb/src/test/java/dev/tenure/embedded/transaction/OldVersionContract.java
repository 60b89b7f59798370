package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a transaction can still do when its read version is older than five seconds. */
interface OldVersionContract extends BehaviourFixture {

  /** Long enough for a read version to be too old for reads and commits. */
  private void growOld() {
    waiting().pass(Duration.ofMillis(7_500));
    write(tr -> tr.set(key("later"), bytes("v")));
    waiting().pass(Duration.ofMillis(1_500));
  }

  @Test
  default void onlyWhatItNeedNotAskForIsAnswered() {
    write(tr -> tr.set(key("a"), bytes("1")));
    try (Transaction reading = begin();
        Transaction finishing = begin();
        Transaction writing = begin();
        Transaction peeking = begin();
        Transaction versioned = begin()) {
      assertEquals("1", ManualEngine.text(now(reading.get(key("a")))));
      assertEquals(0, codeOf(finishing.get(key("a"))));
      assertEquals(0, codeOf(writing.get(key("a"))));
      writing.set(key("b"), bytes("v"));
      assertEquals(0, codeOf(peeking.snapshot().get(key("a"))));
      peeking.set(key("b"), bytes("v"));
      assertEquals(0, codeOf(versioned.getReadVersion()));
      versioned.set(key("b"), bytes("v"));
      growOld();
      assertEquals("1", ManualEngine.text(now(reading.get(key("a")))));
      assertEquals(1007, codeOf(reading.get(key("c"))));
      assertEquals(1007, codeOf(reading.getRange(key("a"), key("c")).asList()));
      assertEquals(1007, codeOf(reading.commit()));
      assertEquals(0, codeOf(finishing.commit()));
      assertEquals(1007, codeOf(writing.commit()));
      assertEquals(1007, codeOf(peeking.commit()));
      assertEquals(1007, codeOf(versioned.commit()));
    }
  }

  @Test
  default void ownWritesAreReadAndAFirstReadGetsAVersionOfItsOwn() {
    try (Transaction transaction = begin()) {
      transaction.set(key("a"), bytes("own"));
      growOld();
      assertEquals("own", ManualEngine.text(now(transaction.get(key("a")))));
      assertEquals("v", ManualEngine.text(now(transaction.get(key("later")))));
      assertEquals(0, codeOf(transaction.commit()));
    }
  }
}
