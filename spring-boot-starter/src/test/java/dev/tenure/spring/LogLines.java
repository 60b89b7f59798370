package dev.tenure.spring;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** What the loggers below a name log until it is closed, each as level and message. */
public final class LogLines implements AutoCloseable {
  private final Logger logger;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent told) {
          if (told.getLevel().isGreaterOrEqual(Level.INFO)) {
            lines.add(told.getLevel() + " " + told.getFormattedMessage());
          }
        }
      };

  private LogLines(Logger logger) {
    this.logger = logger;
  }

  public static LogLines of(String name) {
    LogLines lines = new LogLines((Logger) LoggerFactory.getLogger(name));
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
