package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Visits all tenants again, and has index builds begin again that have died.")
final class RetryRollOutCommand implements Callable<Integer> {
  @Mixin private final SteeringOptions steering = new SteeringOptions();

  @Override
  public Integer call() throws AdminException {
    return steering.send("retry", steering.body());
  }
}
