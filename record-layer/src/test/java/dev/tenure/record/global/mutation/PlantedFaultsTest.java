package dev.tenure.record.global.mutation;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each planted fault of upkeep fails the test that is named beside it. */
class PlantedFaultsTest {

  static List<PlantedFault> faults() {
    return PlantedFault.ALL;
  }

  @ParameterizedTest
  @MethodSource("faults")
  void theTestFails(PlantedFault fault, @TempDir Path folder)
      throws IOException, ReflectiveOperationException {
    Throwable failure =
        FaultLoader.run(fault, folder)
            .orElseThrow(() -> new AssertionError(fault.test() + " passes"));
    assertInstanceOf(AssertionError.class, failure, failure.toString());
  }
}
