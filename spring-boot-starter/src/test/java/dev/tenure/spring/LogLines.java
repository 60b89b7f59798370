package dev.tenure.spring;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the loggers below a name log until it is closed, each as level and message. */
public final class LogLines implements AutoCloseable {
  private final Logger logger;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord told) {
          lines.add(told.getLevel() + " " + told.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private LogLines(Logger logger) {
    this.logger = logger;
  }

  public static LogLines of(String name) {
    LogLines lines = new LogLines(Logger.getLogger(name));
    lines.logger.addHandler(lines.handler);
    return lines;
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}
