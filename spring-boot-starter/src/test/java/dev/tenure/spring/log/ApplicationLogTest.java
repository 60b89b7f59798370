package dev.tenure.spring.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.tenure.spring.LogLines;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** System loggers that write to the application's log. */
final class ApplicationLogTest {
  private static final ResourceBundle WORDS =
      new ListResourceBundle() {
        @Override
        protected Object[][] getContents() {
          return new Object[][] {{"hello", "Hallo {0}"}};
        }
      };

  private final System.Logger logger = ApplicationLog.of(ApplicationLogTest.class);

  @Test
  void levelsAreThoseOfTheApplicationsLog() {
    Logger below = (Logger) LoggerFactory.getLogger(ApplicationLogTest.class);
    try (LogLines log = LogLines.ofAllLevels(logger.getName())) {
      below.setLevel(Level.TRACE);
      for (System.Logger.Level level : System.Logger.Level.values()) {
        logger.log(level, "at " + level);
      }
      assertThat(log.lines())
          .containsExactly(
              "TRACE at ALL",
              "TRACE at TRACE",
              "DEBUG at DEBUG",
              "INFO at INFO",
              "WARN at WARNING",
              "ERROR at ERROR");
      below.setLevel(Level.WARN);
      assertThat(logger.isLoggable(System.Logger.Level.INFO)).isFalse();
      assertThat(logger.isLoggable(System.Logger.Level.WARNING)).isTrue();
      assertThat(logger.isLoggable(System.Logger.Level.OFF)).isFalse();
    } finally {
      below.setLevel(null);
    }
  }

  @Test
  void messagesAreMadeAsSystemLoggersMakeThem() {
    try (LogLines log = LogLines.of(logger.getName())) {
      logger.log(System.Logger.Level.INFO, "as it is: {0}");
      logger.log(System.Logger.Level.INFO, () -> "made");
      logger.log(System.Logger.Level.INFO, "filled with {0} and {1}", 1, "two");
      logger.log(System.Logger.Level.INFO, WORDS, "hello", "Welt");
      logger.log(System.Logger.Level.INFO, WORDS, "absent", "Welt");
      logger.log(System.Logger.Level.ERROR, "with a cause", new IllegalStateException("cause"));
      assertThat(log.lines())
          .containsExactly(
              "INFO as it is: {0}",
              "INFO made",
              "INFO filled with 1 and two",
              "INFO Hallo Welt",
              "INFO absent",
              "ERROR with a cause");
    }
  }
}
