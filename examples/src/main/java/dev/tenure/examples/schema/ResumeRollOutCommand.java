package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Continues a paused roll-out, or begins a cancelled one again.")
final class ResumeRollOutCommand implements Callable<Integer> {
  @Mixin private final SteeringOptions steering = new SteeringOptions();
  @Mixin private final PaceOption pace = new PaceOption();

  @Override
  public Integer call() throws AdminException {
    return steering.send("resume", pace.addTo(steering.body()));
  }
}
