package dev.tenure.campaigns.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class FlagsTest {

  @Test
  void flagsComeInTheirOrderWithTheirValues() {
    Flags flags = Flags.of("--quiet", "--seeds", "-3", "--data", "a/b", "--name", "x");
    assertEquals("--quiet", flags.next());
    assertEquals("--seeds", flags.next());
    assertEquals(-3, flags.number(-3));
    assertEquals("--data", flags.next());
    assertEquals(Path.of("a/b"), flags.path());
    assertEquals("--name", flags.next());
    assertEquals("x", flags.value());
    assertFalse(flags.hasNext());
  }

  @Test
  void boundsOfANumberAreAllowed() {
    assertEquals(1, at("--n", "1").number(1, 2));
    assertEquals(2, at("--n", "2").number(1, 2));
  }

  @Test
  void whatMakesNoSenseIsOneSentence() {
    refused("--n needs a value; --help lists the options.", () -> at("--n").number(1));
    refused(
        "--n is \"1.5\", it must be a whole number, 1 or more.", () -> at("--n", "1.5").number(1));
    refused("--n is 0, it must be 1 or more.", () -> at("--n", "0").number(1));
    refused("--n is 3, it must be 1 to 2.", () -> at("--n", "3").number(1, 2));
    refused(
        "unknown option \"--n\"; --help lists the options.",
        () -> {
          throw at("--n").unknown();
        });
  }

  @Test
  void flagThatIsGivenTwiceIsRefused() {
    Flags flags = at("--n", "--n");
    refused("--n is given twice.", flags::next);
  }

  @Test
  void emptyPathIsRefused() {
    refused("--data is empty, it must name a path.", () -> at("--data", "").path());
  }

  @Test
  void flagWithoutEffectIsRefused() {
    refused("--n has no effect with --m.", () -> at("--n").refuse("with --m", "--k", "--n"));
    at("--n").refuse("with --m", "--k");
  }

  private static Flags at(String... arguments) {
    Flags flags = Flags.of(arguments);
    assertEquals(arguments[0], flags.next());
    return flags;
  }

  private static void refused(String sentence, Executable call) {
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
