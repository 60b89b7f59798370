package dev.tenure.campaigns.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgramGeneratorTest {

  @Test
  void sameSeedGivesTheSameProgram() {
    assertEquals(ProgramGenerator.program(7), ProgramGenerator.program(7));
    assertNotEquals(ProgramGenerator.program(7), ProgramGenerator.program(8));
  }

  @Test
  void everyKindOfStepIsMade() {
    Set<String> made = new TreeSet<>();
    LongStream.range(0, 200)
        .forEach(
            seed ->
                ProgramGenerator.program(seed)
                    .forEach(step -> made.add(step.getClass().getSimpleName())));
    Set<String> all = new TreeSet<>();
    Stream.of(ReadStep.class, WriteStep.class, LifeStep.class)
        .flatMap(kind -> Stream.of(kind.getPermittedSubclasses()))
        .forEach(kind -> all.add(kind.getSimpleName()));
    assertEquals(all, made);
  }
}
