package dev.tenure.spring;

import org.jspecify.annotations.Nullable;

/** A {@code tenure.*} property cannot be used; the message names it, its value and the limit. */
public final class TenureConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TenureConfigurationException(String message) {
    this(message, null);
  }

  public TenureConfigurationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
