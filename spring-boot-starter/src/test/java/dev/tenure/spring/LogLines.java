package dev.tenure.spring;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** What the loggers below a name log from a level on until it is closed: level and message. */
public final class LogLines implements AutoCloseable {
  private final Logger logger;
  private final Level least;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent told) {
          if (told.getLevel().isGreaterOrEqual(least)) {
            lines.add(told.getLevel() + " " + told.getFormattedMessage());
          }
        }
      };

  private LogLines(Logger logger, Level least) {
    this.logger = logger;
    this.least = least;
  }

  /** What is logged at INFO and above. */
  public static LogLines of(String name) {
    return of(name, Level.INFO);
  }

  /** What is logged at all levels. */
  public static LogLines ofAllLevels(String name) {
    return of(name, Level.TRACE);
  }

  private static LogLines of(String name, Level least) {
    LogLines lines = new LogLines((Logger) LoggerFactory.getLogger(name), least);
    lines.appender.start();
    lines.logger.addAppender(lines.appender);
    return lines;
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    boolean unused = logger.detachAppender(appender);
    appender.stop();
  }
}
