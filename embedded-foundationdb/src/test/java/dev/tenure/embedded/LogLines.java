package dev.tenure.embedded;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that the engine logs while this is open. */
public final class LogLines implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("dev.tenure.embedded");

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  public LogLines() {
    LOG.addHandler(handler);
  }

  /** Each with its level before it. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    LOG.removeHandler(handler);
  }
}
