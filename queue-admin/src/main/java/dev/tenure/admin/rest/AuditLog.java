package dev.tenure.admin.rest;

import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.Mounted;
import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes one line for each change: the person, the address, the action, its object and the reason.
 * The logger is {@value #LOGGER}. The person's name comes from the login of the program, or else
 * from the header of a proxy that {@code tenure.admin.user-header} names.
 */
@Component
final class AuditLog {
  static final String LOGGER = "dev.tenure.admin.audit";
  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final int VALUE_CHARACTERS_MAX = 1_000;

  private final @Nullable String userHeader;

  AuditLog(AdminProperties properties) {
    this.userHeader = properties.userHeader();
  }

  /**
   * Writes the line and passes the result on. Called as soon as the change is made: what is read
   * for the answer may fail, or never come.
   */
  <T> T done(HttpServletRequest request, String action, ActionBody body, T result) {
    write(request, action, "", body);
    return result;
  }

  /**
   * Writes the line of an action on several objects.
   *
   * @param filter the selected objects
   * @param outcome the number of changed objects, and whether the action failed
   */
  void doneInBulk(
      HttpServletRequest request, String action, String filter, String outcome, ActionBody body) {
    write(request, action, " filter=" + quoted(filter) + " " + outcome, body);
  }

  private void write(HttpServletRequest request, String action, String more, ActionBody body) {
    LOG.info(
        "user={} from={} action={} target={}{} reason={}",
        quoted(user(request)),
        request.getRemoteAddr(),
        action,
        Api.readable(request.getRequestURI()),
        more,
        quoted(body.reason()));
  }

  /** The name of the request's sender, cut to the limit; empty when the name is unknown. */
  String person(HttpServletRequest request, int charactersMax) {
    String user = user(request);
    if (user == null) {
      return "";
    }
    return user.length() <= charactersMax ? user : user.substring(0, charactersMax);
  }

  private @Nullable String user(HttpServletRequest request) {
    if (request.getAttribute(Mounted.USER) instanceof String user) {
      return user;
    }
    Principal principal = request.getUserPrincipal();
    if (principal != null) {
      return principal.getName();
    }
    return userHeader == null ? null : request.getHeader(userHeader);
  }

  /** Refuses a reason that is too long before anything is changed. */
  static void check(ActionBody body) {
    String reason = body.reason();
    if (reason != null && reason.length() > ActionBody.REASON_CHARACTERS_MAX) {
      throw new AdminProblem(
          ProblemKind.PARAMETER_OUT_OF_RANGE,
          "reason has %d characters, the limit is %d"
              .formatted(reason.length(), ActionBody.REASON_CHARACTERS_MAX));
    }
  }

  private static String quoted(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return "-";
    }
    String cut =
        value.length() <= VALUE_CHARACTERS_MAX
            ? value
            : value.substring(0, VALUE_CHARACTERS_MAX) + "…";
    return '"' + cut.replaceAll("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\"]", " ") + '"';
  }
}
