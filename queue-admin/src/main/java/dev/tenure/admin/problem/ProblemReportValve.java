package dev.tenure.admin.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests that Tomcat itself refuses, such as those with an invalid path, with a problem
 * detail instead of a page of HTML. Tomcat creates it by its class name.
 */
public final class ProblemReportValve extends ErrorReportValve {

  /** CONNECT is a method that HTTP has and this server has not; Tomcat takes it for unknown. */
  private static int status(Request request, Response response) {
    int status = response.getStatus();
    return status == HttpServletResponse.SC_NOT_IMPLEMENTED && "CONNECT".equals(request.getMethod())
        ? HttpServletResponse.SC_METHOD_NOT_ALLOWED
        : status;
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable throwable) {
    int status = status(request, response);
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    ProblemKind kind = ProblemKind.ofStatus(status);
    String path = request.getRequestURI() == null ? "/" : request.getRequestURI();
    // the rest of the body is not waited for
    request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    try {
      if (status == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
        response.setHeader("Allow", ProblemDetails.METHODS);
      }
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cache-Control", "no-store");
      ProblemDetails.write(
          response,
          ProblemDetails.of(kind, status, kind.title() + " (status " + status + ")"),
          path);
      response.finishResponse();
    } catch (IOException e) {
      container.getLogger().debug("an error answer could not be sent", e);
    }
  }
}
