package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Ends the roll-out of an application's schema, and clears what was half built.")
final class CancelRollOutCommand implements Callable<Integer> {
  @Mixin private final SteeringOptions steering = new SteeringOptions();

  @Override
  public Integer call() throws AdminException {
    return steering.send("cancel", steering.body());
  }
}
