package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Pauses the roll-out of an application's schema on each cluster.")
final class PauseRollOutCommand implements Callable<Integer> {
  @Mixin private final SteeringOptions steering = new SteeringOptions();

  @Override
  public Integer call() throws AdminException {
    return steering.send("pause", steering.body());
  }
}
