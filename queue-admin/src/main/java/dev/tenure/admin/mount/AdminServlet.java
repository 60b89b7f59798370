package dev.tenure.admin.mount;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Serves the page below the path to which it is mapped. Its context is created and closed with the
 * servlet. A request for the path without its last slash is redirected to the page, whose links are
 * relative.
 */
@SuppressWarnings("serial") // a servlet is not serialized
final class AdminServlet extends DispatcherServlet {
  private final transient ListableBeanFactory application;

  AdminServlet(ListableBeanFactory application) {
    this.application = application;
  }

  /**
   * Creates the context without a parent, so that the controllers and advices of the application do
   * not apply to the page.
   */
  @Override
  protected WebApplicationContext createWebApplicationContext(@Nullable ApplicationContext parent) {
    return MountedContext.start(application, getServletContext());
  }

  @Override
  protected void doService(HttpServletRequest request, HttpServletResponse response)
      throws Exception {
    if (request.getPathInfo() == null) {
      String path = request.getRequestURI();
      response.setStatus(HttpServletResponse.SC_FOUND);
      response.setHeader(HttpHeaders.LOCATION, path.substring(path.lastIndexOf('/') + 1) + "/");
      return;
    }
    super.doService(request, response);
  }
}
