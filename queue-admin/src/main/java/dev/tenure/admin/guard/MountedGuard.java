package dev.tenure.admin.guard;

import dev.tenure.admin.Mounted;
import dev.tenure.admin.problem.AdminProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import java.time.InstantSource;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * The guard of a page inside an application. The application's own filters decide about access.
 * This guard refuses requests that the interface itself does not take: a change while the page is
 * read-only, a change without the header {@value RequestGuard#CHANGE_HEADER}, and a body that is
 * too large.
 */
public final class MountedGuard implements HandlerInterceptor {
  private final boolean readOnly;
  private final InstantSource clock;

  public MountedGuard(boolean readOnly, InstantSource clock) {
    this.readOnly = readOnly;
    this.clock = clock;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    Principal principal = request.getUserPrincipal();
    if (principal != null) {
      request.setAttribute(Mounted.USER, principal.getName());
    }
    String path = request.getPathInfo();
    SecurityHeaders.write(response, path == null || !path.startsWith("/api/"), clock);
    RequestGuard.refusalByInterface(request, readOnly)
        .ifPresent(
            refusal -> {
              throw new AdminProblem(refusal.kind(), refusal.detail());
            });
    return true;
  }
}
