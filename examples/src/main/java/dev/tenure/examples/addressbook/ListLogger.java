package dev.tenure.examples.addressbook;

import java.lang.System.Logger;
import java.text.MessageFormat;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** A logger whose lines the tutorial prints. */
record ListLogger(List<String> lines) implements Logger {
  @Override
  public String getName() {
    return "tutorial";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    lines.add(level + " " + message);
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object... parameters) {
    lines.add(level + " " + (format == null ? "" : MessageFormat.format(format, parameters)));
  }
}
