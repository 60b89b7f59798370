package dev.tenure.admin.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Makes problem details: as objects for Spring, and as bytes for code that runs before Spring. */
public final class ProblemDetails {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** All methods that this server supports, as the value of the header Allow. */
  public static final String METHODS = "GET, HEAD, OPTIONS, POST";

  private static final int INSTANCE_CHARACTERS_MAX = 500;
  private static final int EXCERPT_CHARACTERS_MAX = 100;

  private ProblemDetails() {}

  public static ProblemDetail of(ProblemKind kind, String detail) {
    return of(kind, kind.status(), detail);
  }

  /** A problem of a kind with a status other than the kind's own. */
  static ProblemDetail of(ProblemKind kind, int status, String detail) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(status), detail);
    problem.setType(kind.type());
    problem.setTitle(kind.title());
    return problem;
  }

  /** Answers with a problem at once, unless the answer has begun. */
  public static void write(
      HttpServletResponse response, ProblemKind kind, String detail, String path)
      throws IOException {
    write(response, of(kind, detail), path);
  }

  static void write(HttpServletResponse response, ProblemDetail problem, String path)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    byte[] body = json(problem, path).getBytes(StandardCharsets.UTF_8);
    response.setStatus(problem.getStatus());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  static String json(ProblemDetail problem, String path) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", String.valueOf(problem.getType()));
    fields.put("title", String.valueOf(problem.getTitle()));
    fields.put("status", problem.getStatus());
    fields.put("detail", String.valueOf(problem.getDetail()));
    fields.put("instance", instance(path).toString());
    return JSON.writeValueAsString(fields);
  }

  /** The sent value, or its beginning, for the detail of a problem. */
  public static String excerpt(String sent) {
    return sent.length() <= EXCERPT_CHARACTERS_MAX
        ? sent
        : sent.substring(0, EXCERPT_CHARACTERS_MAX) + "…";
  }

  /** The path as a URI. Only its beginning is used when it is not a URI, or very long. */
  static URI instance(String path) {
    String cut =
        path.length() <= INSTANCE_CHARACTERS_MAX
            ? path
            : path.substring(0, INSTANCE_CHARACTERS_MAX);
    try {
      return new URI(cut);
    } catch (URISyntaxException e) {
      return URI.create("/");
    }
  }
}
