package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import dev.tenure.examples.directory.AdminOption;
import dev.tenure.examples.directory.ReasonOption;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** The options of the commands that steer a roll-out. */
final class SteeringOptions {
  @Mixin private final AdminOption admin = new AdminOption(SchemaCommand.RESOURCE);
  @Mixin private final ApplicationOption application = new ApplicationOption();
  @Mixin private final ReasonOption reason = new ReasonOption();

  Map<String, Object> body() {
    return reason.body(Map.of());
  }

  /** Sends the action, and returns the exit code: 1 when a cluster did not answer. */
  int send(String action, Map<String, Object> body) throws AdminException {
    JsonNode answer = admin.post(List.of(application.toString(), action), body);
    RollOutLines.missing(answer, admin.out());
    return answer.get("missing").isEmpty() ? 0 : SchemaCommand.EXIT_FAILED;
  }
}
