package dev.tenure.admin.problem;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;

/**
 * Tells what Tomcat itself refuses, such as a path that is no path, as a problem detail instead of
 * a page of HTML. Tomcat makes it by its class name.
 */
public final class ProblemReportValve extends ErrorReportValve {

  @Override
  protected void report(Request request, Response response, @Nullable Throwable throwable) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    ProblemKind kind = ProblemKind.ofStatus(status);
    String path = request.getRequestURI() == null ? "/" : request.getRequestURI();
    try {
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
