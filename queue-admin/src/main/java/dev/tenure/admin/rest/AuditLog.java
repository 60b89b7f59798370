package dev.tenure.admin.rest;

import dev.tenure.admin.AdminProperties;
import dev.tenure.admin.Mounted;
import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.record.error.FdbErrorPredicates;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes one line for each change: the person, the address, the action, its object and the reason,
 * and the error if the change failed. The logger is {@value #LOGGER}. The person's name comes from
 * the login of the program, or else from the header of a proxy that {@code
 * tenure.admin.user-header} names.
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
   * Reads from the request who asks for a change, from where, of what object and why. A change may
   * end after its request was answered, when the server already reuses the request.
   */
  Asked asked(HttpServletRequest request, ActionBody body) {
    return new Asked(
        quoted(user(request)),
        request.getRemoteAddr(),
        Api.readable(request.getRequestURI()),
        quoted(body.reason()));
  }

  /** A requested change of one object. */
  record Asked(String user, String from, String target, String reason) {

    /**
     * Writes the line when the change ends. Pass the change alone, without what is read for the
     * answer: that may fail, or never come. The line of a failed change has the error, as a part of
     * the change may have committed.
     */
    <T> CompletableFuture<T> does(String action, CompletableFuture<T> change) {
      return does(action, result -> action, change);
    }

    /**
     * The same with an action that only the result tells whole.
     *
     * @param action the action in the line of a failed change
     */
    <T> CompletableFuture<T> does(
        String action, Function<? super T, String> done, CompletableFuture<T> change) {
      return change.whenComplete(
          (result, error) -> {
            if (error == null) {
              write(done.apply(result), "");
            } else {
              write(action, " failed=" + quoted(told(error)));
            }
          });
    }

    /**
     * Writes the line of an action on several objects.
     *
     * @param filter the selected objects
     * @param outcome the number of changed objects, and whether the action failed
     */
    void doneInBulk(String action, String filter, String outcome) {
      write(action, " filter=" + quoted(filter) + " " + outcome);
    }

    private static String told(Throwable error) {
      Throwable plain = FdbErrorPredicates.unwrap(error);
      return plain.getMessage() == null ? plain.getClass().getSimpleName() : plain.getMessage();
    }

    /** Writes the line of a change that has been made. */
    void done(String action) {
      write(action, "");
    }

    private void write(String action, String more) {
      LOG.info(
          "user={} from={} action={} target={}{} reason={}",
          user,
          from,
          action,
          target,
          more,
          reason);
    }
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
