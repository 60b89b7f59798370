package dev.tenure.record.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Keeps what is logged: the level, a space and the text of each line. */
final class LogLines implements System.Logger {
  private final List<String> lines = new ArrayList<>();

  List<String> lines() {
    return lines;
  }

  @Override
  public String getName() {
    return "test";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public void log(
      Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
    lines.add(level + " " + text);
  }

  @Override
  public void log(
      Level level, @Nullable ResourceBundle bundle, String format, Object... arguments) {
    lines.add(level + " " + format);
  }
}
