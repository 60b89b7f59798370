package dev.tenure.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The default settings of the server, which a separate file holds so that people can read them. */
public final class AdminDefaults {
  private static final String FILE = "defaults.properties";

  private AdminDefaults() {}

  public static Properties properties() {
    Properties defaults = new Properties();
    try (InputStream file = AdminDefaults.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("the jar lacks " + FILE + " beside AdminDefaults");
      }
      defaults.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + FILE + " failed", e);
    }
    return defaults;
  }
}
