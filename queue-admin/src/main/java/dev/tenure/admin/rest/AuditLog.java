package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * One line for every change that was made here: from where, what, to what, why. Goes to the logger
 * {@value #LOGGER}.
 */
@Component
final class AuditLog {
  static final String LOGGER = "dev.tenure.admin.audit";
  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

  /** Writes the line and passes the result on. */
  <T> T done(HttpServletRequest request, String action, @Nullable ActionBody body, T result) {
    LOG.info(
        "from={} action={} target={} reason={}",
        request.getRemoteAddr(),
        action,
        request.getRequestURI(),
        reason(body));
    return result;
  }

  /** Refuses a reason that is too long before anything is changed. */
  static void check(@Nullable ActionBody body) {
    String reason = body == null ? null : body.reason();
    if (reason != null && reason.length() > ActionBody.REASON_CHARACTERS_MAX) {
      throw new AdminProblem(
          ProblemKind.PARAMETER_OUT_OF_RANGE,
          "reason has %d characters, the limit is %d"
              .formatted(reason.length(), ActionBody.REASON_CHARACTERS_MAX));
    }
  }

  private static String reason(@Nullable ActionBody body) {
    String reason = body == null ? null : body.reason();
    return reason == null ? "-" : '"' + reason.replaceAll("[\\p{Cntrl}\"]", " ") + '"';
  }
}
