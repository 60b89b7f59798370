package dev.tenure.examples.schema;

import dev.tenure.examples.directory.AdminException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Publishes a schema on all clusters, and begins its roll-out.")
final class SchemaPublishCommand implements Callable<Integer> {
  @Mixin private final ChangeOptions change = new ChangeOptions();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      required = true,
      description = "the file with the bytes that MetaDataCodec.encode gives")
  private Path file = Path.of("");

  @Override
  public Integer call() throws AdminException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      return change.send("publish", Map.of("metaData", Base64.getEncoder().encodeToString(bytes)));
    } catch (IOException e) {
      throw new IllegalArgumentException("--file " + file + " cannot be read: " + e, e);
    }
  }
}
