package dev.tenure.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The server's settings as shipped, in a file of their own so that they can be read. */
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
