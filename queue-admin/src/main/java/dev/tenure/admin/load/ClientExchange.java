package dev.tenure.admin.load;

import dev.tenure.admin.problem.ProblemDetails;
import dev.tenure.admin.problem.ProblemKind;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.WebUtils;

/**
 * The last filter, between the client and the code that serves the request.
 *
 * <ol>
 *   <li>A body is received without a thread that waits for it. A body that is not complete within
 *       {@link #BODY_TIME_MAX} is answered with 408.
 *   <li>The request is served in its {@link Lane}. Requests for metrics, which are expensive, for
 *       health, and the probes of an orchestrator have a lane each, in which few are served at a
 *       time. A request waits only for requests of its own lane.
 *   <li>The answer is kept until it is complete, and then sent without a thread that waits for the
 *       client. A client that has not taken it within {@link #ANSWER_TIME_MAX} loses its
 *       connection.
 * </ol>
 */
final class ClientExchange implements Filter {
  static final Duration BODY_TIME_MAX = Duration.ofSeconds(10);
  static final Duration ANSWER_TIME_MAX = Duration.ofSeconds(30);

  /**
   * The most requests of a lane that are served at a time. All lanes together serve fewer than
   * there are threads (defaults.properties).
   */
  static final int SERVED_MAX = 48;

  static final int HEALTH_MAX = 6;
  static final int PROBES_MAX = 4;
  static final int METRICS_MAX = 2;

  /**
   * The most requests that wait in one lane. The sum over all lanes of served and waiting requests
   * is smaller than the number of connections at which {@link ConnectionRelief} begins to close
   * connections.
   */
  static final int WAITING_MAX = 200;

  private static final String BODY = ClientExchange.class.getName() + ".body";

  private final Lane rest = new Lane("requests", SERVED_MAX, 0, true);
  private final Lane health = new Lane("requests for health", HEALTH_MAX, WAITING_MAX, false);
  private final Lane probes = new Lane("probes", PROBES_MAX, WAITING_MAX, false);
  private final Lane metrics = new Lane("requests for metrics", METRICS_MAX, WAITING_MAX, false);

  /**
   * Chooses the lane by the path of the request, which the web server has decoded and normalized.
   */
  private Lane lane(HttpServletRequest request) {
    String path = request.getServletPath();
    return switch (path) {
      case "/actuator/prometheus" -> metrics;
      case "/actuator/health" -> health;
      case "/actuator/health/liveness", "/actuator/health/readiness" -> probes;
      default -> path.startsWith("/actuator/health/") ? health : rest;
    };
  }

  @Override
  public void doFilter(ServletRequest plain, ServletResponse to, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest request = (HttpServletRequest) plain;
    HttpServletResponse response = (HttpServletResponse) to;
    Optional<Lane.Place> given = Lane.placeOf(request);
    if (given.isPresent()) {
      serve(request, response, chain, given.get());
    } else if (request.getContentLength() > 0 && !(request.getAttribute(BODY) instanceof byte[])) {
      takeIn(request, response);
    } else {
      serveIfThereIsPlace(request, response, chain);
    }
  }

  private static void takeIn(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ClientConnection connection = ClientConnection.of(request);
    waitForClient(connection, true);
    BodyInput.begin(
        request,
        response,
        BODY_TIME_MAX,
        body -> {
          waitForClient(connection, false);
          request.setAttribute(BODY, body);
        },
        read -> {
          ClientConnection.closeAfterAnswer(request, response);
          ProblemDetails.write(
              response,
              ProblemKind.BODY_TOO_SLOW,
              "%d of the body's %d bytes came in %d s"
                  .formatted(read, request.getContentLength(), BODY_TIME_MAX.toSeconds()),
              request.getRequestURI());
        });
  }

  private void serveIfThereIsPlace(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<Lane.Place> place = lane(request).enter(request, response);
    if (place.isPresent()) {
      serve(request, response, chain, place.get());
    }
  }

  /** Serves, or goes on to: the second time when what the first time waited for has come. */
  private void serve(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain, Lane.Place place)
      throws IOException, ServletException {
    HeldAnswer known = WebUtils.getNativeResponse(response, HeldAnswer.class);
    HeldAnswer answer = known == null ? new HeldAnswer(response) : known;
    boolean goesOn = false;
    try {
      chain.doFilter(withBody(request), known == null ? answer : response);
      goesOn = request.isAsyncStarted() || giveOut(request, answer, place);
    } finally {
      if (!goesOn) {
        place.giveBack();
      }
    }
    if (request.isAsyncStarted()) {
      request.getAsyncContext().addListener(new GivesBack(place));
    }
  }

  private static HttpServletRequest withBody(HttpServletRequest request) {
    return request.getAttribute(BODY) instanceof byte[] body
            && WebUtils.getNativeRequest(request, ReadRequest.class) == null
        ? new ReadRequest(request, body)
        : request;
  }

  /** False when there is nothing to give out. */
  private static boolean giveOut(HttpServletRequest request, HeldAnswer answer, Lane.Place place)
      throws IOException {
    byte[] bytes = answer.bytes();
    place.answerMade();
    if (answer.isHandedOn() || bytes.length == 0) {
      return false;
    }
    answer.client().setContentLength(bytes.length);
    ClientConnection connection = ClientConnection.of(request);
    waitForClient(connection, true);
    AnswerOutput.begin(
        request,
        answer,
        ANSWER_TIME_MAX,
        late -> {
          place.giveBack();
          if (late && connection != null) {
            connection.closeNow();
          }
        });
    return true;
  }

  private static void waitForClient(@Nullable ClientConnection connection, boolean now) {
    if (connection != null) {
      connection.waitForClient(now);
    }
  }

  /** However a request ends, its place is free then. */
  private record GivesBack(Lane.Place place) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      place.giveBack();
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
