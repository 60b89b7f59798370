package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import dev.tenure.examples.directory.AdminOption;
import dev.tenure.examples.directory.ReasonOption;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the commands that publish a schema. */
final class ChangeOptions {
  @Mixin private final AdminOption admin = new AdminOption(SchemaCommand.RESOURCE);
  @Mixin private final ApplicationOption application = new ApplicationOption();
  @Mixin private final PaceOption pace = new PaceOption();
  @Mixin private final ReasonOption reason = new ReasonOption();

  @Option(names = "--wait", description = "prints a line a second until the roll-out has ended")
  private boolean wait;

  /** Sends the change, and returns the exit code. */
  int send(String action, Map<String, ?> fields) throws AdminException {
    RollOutLines.published(
        admin.post(List.of(application.toString(), action), pace.addTo(reason.body(fields))),
        admin.out());
    return wait ? new RollOutLines(admin, application.toString()).follow() : 0;
  }
}
