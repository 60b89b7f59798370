package dev.tenure.admin.rest;

import org.jspecify.annotations.Nullable;

/**
 * What may come with an action.
 *
 * @param reason kept in the audit log, at most 500 characters
 */
record ActionBody(@Nullable String reason) {
  static final int REASON_CHARACTERS_MAX = 500;
}
