package dev.tenure.examples.schema;

import picocli.CommandLine.Option;

/** The option that names the application. */
final class ApplicationOption {
  @Option(
      names = "--application",
      paramLabel = "NAME",
      required = true,
      description = "the application whose schema is meant")
  private String application = "";

  @Override
  public String toString() {
    return application;
  }
}
