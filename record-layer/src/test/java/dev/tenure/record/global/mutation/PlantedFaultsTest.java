package dev.tenure.record.global.mutation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each planted fault of upkeep fails the test that is named beside it. */
class PlantedFaultsTest {

  static List<PlantedFault> faults() {
    return PlantedFault.ALL;
  }

  @Test
  void everyFaultIsInTheDocument() throws IOException {
    String document = Files.readString(Path.of("../docs/global-index.md"));
    for (PlantedFault each : PlantedFault.ALL) {
      String test = each.test().substring(each.test().indexOf('.') + 1).replace('#', '.');
      String row = "| " + each.name() + " | `" + test + "` |";
      assertTrue(document.contains(row), row);
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void theTestFails(PlantedFault fault, @TempDir Path folder)
      throws IOException, ReflectiveOperationException {
    Throwable failure =
        FaultLoader.run(fault, folder)
            .orElseThrow(() -> new AssertionError(fault.test() + " passes"));
    assertFalse(failure instanceof LinkageError, failure.toString());
  }
}
