package dev.tenure.admin.guard;

import dev.tenure.admin.load.ClientConnection;
import dev.tenure.admin.problem.ProblemDetails;
import dev.tenure.admin.problem.ProblemKind;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses requests that the page of another site may have made, and bodies that are too large. */
final class RequestGuard extends OncePerRequestFilter {
  /**
   * The header of requests that change something. A browser sends it for the page of another site
   * only after a preflight request, which this server refuses.
   */
  static final String CHANGE_HEADER = "X-Tenure-Request";

  static final int BODY_BYTES_MAX = 16 * 1024;

  /** A schema of the largest size in Base64, with other fields. */
  private static final int SCHEMA_BYTES_MAX = 3_000_000;

  private static final Pattern SCHEMA = Pattern.compile(".*/api/v1/schemas/[^/]+/publish");

  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> CHANGING = Set.of("POST", "PUT", "PATCH", "DELETE");

  /** A POST that changes nothing; its body keeps a value out of addresses and their logs. */
  private static final String READING_POST = "/api/v1/directory/find";

  private static final Set<String> NEVER_ALLOWED = Set.of("CONNECT", "TRACE");
  private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

  private final AllowedHosts hosts;
  private final boolean readOnly;

  RequestGuard(AllowedHosts hosts, boolean readOnly) {
    this.hosts = hosts;
    this.readOnly = readOnly;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<Refusal> refusal = refusal(request);
    if (refusal.isEmpty()) {
      chain.doFilter(request, response);
    } else {
      ClientConnection.closeAfterAnswer(request, response);
      if (refusal.get().kind() == ProblemKind.METHOD_NOT_ALLOWED) {
        response.setHeader(HttpHeaders.ALLOW, ProblemDetails.METHODS);
      }
      ProblemDetails.write(
          response, refusal.get().kind(), refusal.get().detail(), request.getRequestURI());
    }
  }

  record Refusal(ProblemKind kind, String detail) {}

  private Optional<Refusal> refusal(HttpServletRequest request) {
    String host = request.getHeader(HttpHeaders.HOST);
    if (!hosts.allow(host)) {
      return refuse(
          ProblemKind.HOST_NOT_ALLOWED,
          "the Host header is " + quoted(host) + ", allowed are " + hosts.names());
    }
    Optional<Refusal> method = method(request.getMethod());
    if (method.isPresent()) {
      return method;
    }
    if (READING.contains(request.getMethod())) {
      return body(request);
    }
    return crossSite(request, host).or(() -> refusalByInterface(request, readOnly));
  }

  /** The refusal of a request for reasons that hold for any sender. */
  static Optional<Refusal> refusalByInterface(HttpServletRequest request, boolean readOnly) {
    if (READING.contains(request.getMethod())) {
      return body(request);
    }
    return unmarked(request)
        .or(() -> body(request))
        .or(
            () ->
                readOnly && !request.getRequestURI().endsWith(READING_POST)
                    ? refuse(ProblemKind.READ_ONLY, readOnlyText())
                    : Optional.empty());
  }

  private static Optional<Refusal> unmarked(HttpServletRequest request) {
    return request.getHeader(CHANGE_HEADER) != null
        ? Optional.empty()
        : refuse(
            ProblemKind.CROSS_SITE_REQUEST,
            "the header " + CHANGE_HEADER + " is missing; send it with the value 1");
  }

  /** A method that HTTP has and this server has not is 405, one that nobody has is 501. */
  private static Optional<Refusal> method(String method) {
    if (NEVER_ALLOWED.contains(method)) {
      return refuse(ProblemKind.METHOD_NOT_ALLOWED, method + " is not allowed on this server");
    }
    return READING.contains(method) || CHANGING.contains(method)
        ? Optional.empty()
        : refuse(ProblemKind.METHOD_UNKNOWN, "the method is " + quoted(method));
  }

  private static Optional<Refusal> crossSite(HttpServletRequest request, @Nullable String host) {
    Optional<Refusal> unmarked = unmarked(request);
    if (unmarked.isPresent()) {
      return unmarked;
    }
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null && !OWN_SITE.contains(site)) {
      return refuse(
          ProblemKind.CROSS_SITE_REQUEST,
          "Sec-Fetch-Site is " + quoted(site) + ", it must be same-origin");
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin != null && !authority(origin).equalsIgnoreCase(String.valueOf(host))) {
      return refuse(
          ProblemKind.CROSS_SITE_REQUEST,
          "the Origin is " + quoted(origin) + ", it must be that of " + quoted(host));
    }
    return Optional.empty();
  }

  private static Optional<Refusal> body(HttpServletRequest request) {
    if (request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
      return refuse(ProblemKind.LENGTH_REQUIRED, "a body must be sent with a Content-Length");
    }
    int most =
        SCHEMA.matcher(request.getRequestURI()).matches() ? SCHEMA_BYTES_MAX : BODY_BYTES_MAX;
    if (request.getContentLengthLong() > most) {
      return refuse(
          ProblemKind.BODY_TOO_LARGE,
          "the body is %d bytes, the limit is %d".formatted(request.getContentLengthLong(), most));
    }
    return Optional.empty();
  }

  private static String authority(String origin) {
    try {
      return String.valueOf(URI.create(origin).getAuthority());
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static String readOnlyText() {
    return "it was started with tenure.admin.read-only=true";
  }

  private static Optional<Refusal> refuse(ProblemKind kind, String detail) {
    return Optional.of(new Refusal(kind, detail));
  }

  private static String quoted(@Nullable String value) {
    return value == null ? "missing" : '"' + ProblemDetails.excerpt(value) + '"';
  }
}
