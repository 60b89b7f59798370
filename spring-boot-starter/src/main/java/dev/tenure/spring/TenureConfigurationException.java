package dev.tenure.spring;

import org.jspecify.annotations.Nullable;

/**
 * Says that a {@code tenure.*} property or a bean of the application cannot be used. The message
 * names the property, its value and the limit, or the beans.
 */
public final class TenureConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String action;

  public TenureConfigurationException(String message) {
    this(message, null);
  }

  public TenureConfigurationException(String message, @Nullable Throwable cause) {
    this(message, "Correct the property; config/README.md lists all of them.", cause);
  }

  /**
   * Creates the exception.
   *
   * @param action the remedy, which the failure analysis of Spring Boot shows
   */
  public TenureConfigurationException(String message, String action, @Nullable Throwable cause) {
    super(message, cause);
    this.action = action;
  }

  public String action() {
    return action;
  }
}
