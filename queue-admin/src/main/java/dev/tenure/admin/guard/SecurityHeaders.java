package dev.tenure.admin.guard;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sets the security headers of every answer: no content from other sites, no frames, no caching.
 */
final class SecurityHeaders extends OncePerRequestFilter {
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /**
   * The header with the server's time. The page computes ages from it, and not from the clock of
   * the browser's machine.
   */
  static final String TIME_HEADER = "X-Tenure-Time";

  private final InstantSource clock;

  SecurityHeaders(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    write(response, isPage(request.getRequestURI()), clock);
    chain.doFilter(request, response);
  }

  /**
   * Writes the headers.
   *
   * @param page whether the answer is a file of the page
   */
  static void write(HttpServletResponse response, boolean page, InstantSource clock) {
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    if (!page) {
      response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
      response.setHeader(TIME_HEADER, clock.instant().toString());
    }
  }

  /** Files of the page may be kept by the browser, which asks each time whether they changed. */
  private static boolean isPage(String path) {
    return !path.startsWith("/api/") && !path.startsWith("/actuator");
  }
}
