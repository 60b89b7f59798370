package dev.tenure.consumer;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that consumers log of one logger, while this is open. */
final class LoggedLines extends Handler implements AutoCloseable {
  private final Logger logger;
  private final List<String> lines = new ArrayList<>();

  LoggedLines(String name) {
    logger = Logger.getLogger(name);
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public synchronized void publish(LogRecord logged) {
    lines.add(logged.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
