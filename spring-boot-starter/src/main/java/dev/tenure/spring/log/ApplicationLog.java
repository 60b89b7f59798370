package dev.tenure.spring.log;

import java.text.MessageFormat;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A logger that writes to the log of the application, as Spring's own classes do.
 *
 * <p>The JDK's loggers reach that log by handlers of java.util.logging. The JDK removes these
 * handlers as soon as the process begins to end, so the lines of those loggers would be lost while
 * the consumer drains. Thread-safe.
 */
public final class ApplicationLog implements System.Logger {
  private final String name;
  private final Log log;

  private ApplicationLog(String name) {
    this.name = name;
    this.log = LogFactory.getLog(name);
  }

  /** The logger with a name. */
  public static System.Logger named(String name) {
    return new ApplicationLog(name);
  }

  /** The logger that has the name of a class. */
  public static System.Logger of(Class<?> owner) {
    return named(owner.getName());
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean isLoggable(Level level) {
    return switch (level) {
      case ALL -> true;
      case TRACE -> log.isTraceEnabled();
      case DEBUG -> log.isDebugEnabled();
      case INFO -> log.isInfoEnabled();
      case WARNING -> log.isWarnEnabled();
      case ERROR -> log.isErrorEnabled();
      case OFF -> false;
    };
  }

  @Override
  public void log(Level level, @Nullable String message) {
    write(level, String.valueOf(message), null);
  }

  @Override
  public void log(Level level, Supplier<String> message) {
    if (isLoggable(level)) {
      write(level, String.valueOf(message.get()), null);
    }
  }

  @Override
  public void log(Level level, @Nullable String message, @Nullable Throwable thrown) {
    write(level, String.valueOf(message), thrown);
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String message,
      @Nullable Throwable thrown) {
    write(level, translated(bundle, String.valueOf(message)), thrown);
  }

  @Override
  public void log(
      Level level,
      @Nullable ResourceBundle bundle,
      @Nullable String format,
      @Nullable Object... parameters) {
    if (isLoggable(level)) {
      write(level, filled(translated(bundle, String.valueOf(format)), parameters), null);
    }
  }

  private static String translated(@Nullable ResourceBundle bundle, String key) {
    try {
      return bundle == null ? key : bundle.getString(key);
    } catch (MissingResourceException e) {
      return key;
    }
  }

  private static String filled(String format, @Nullable Object @Nullable [] parameters) {
    return parameters == null || parameters.length == 0
        ? format
        : MessageFormat.format(format, parameters);
  }

  private void write(Level level, String message, @Nullable Throwable thrown) {
    switch (level) {
      case ALL, TRACE -> log.trace(message, thrown);
      case DEBUG -> log.debug(message, thrown);
      case INFO -> log.info(message, thrown);
      case WARNING -> log.warn(message, thrown);
      case ERROR -> log.error(message, thrown);
      case OFF -> {}
    }
  }
}
