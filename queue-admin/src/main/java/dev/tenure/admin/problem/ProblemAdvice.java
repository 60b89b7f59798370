package dev.tenure.admin.problem;

import com.apple.foundationdb.FDBException;
import dev.tenure.queue.QueueException;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns each exception of a controller, or of Spring before it, into a problem detail. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {
  private static final String ORDERS =
      "no index gives this order: items come by priority, vesting, dead letters by id, and tenants"
          + " of one application by user, with desc for all columns or for none";

  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
  private static final String RETRY_SECONDS = "1";

  /** Jackson's message for a field that occurs twice. */
  private static final Pattern TWICE = Pattern.compile("[Dd]uplicate .*?\"([^\"]*)\"");

  @ExceptionHandler(AdminProblem.class)
  ResponseEntity<Object> told(AdminProblem problem, HttpServletRequest request) {
    return answer(ProblemDetails.of(problem.kind(), problem.detail()), request);
  }

  @ExceptionHandler(QueueException.class)
  ResponseEntity<Object> queue(QueueException error, HttpServletRequest request) {
    String detail = String.valueOf(error.getMessage());
    return switch (error.code()) {
      case TENANT_NOT_FOUND ->
          answer(ProblemDetails.of(ProblemKind.TENANT_NOT_FOUND, detail), request);
      case CLUSTER_NOT_FOUND ->
          answer(ProblemDetails.of(ProblemKind.CLUSTER_NOT_FOUND, detail), request);
      case APPLICATION_NOT_FOUND ->
          answer(ProblemDetails.of(ProblemKind.APPLICATION_NOT_FOUND, detail), request);
      case MOVE_NOT_FOUND -> answer(ProblemDetails.of(ProblemKind.MOVE_NOT_FOUND, detail), request);
      case PLAN_NOT_FOUND -> answer(ProblemDetails.of(ProblemKind.PLAN_NOT_FOUND, detail), request);
      case SCHEMA_NOT_FOUND ->
          answer(ProblemDetails.of(ProblemKind.SCHEMA_NOT_FOUND, detail), request);
      case EXTERNAL_STORE_UNKNOWN ->
          answer(ProblemDetails.of(ProblemKind.EXTERNAL_STORE_NOT_FOUND, detail), request);
      case STOPPED,
          CLUSTER_UNAVAILABLE,
          DIRECTORY_UNAVAILABLE,
          DIRECTORY_CONFLICT,
          TENANT_MOVING,
          MOVE_TAKEN_OVER,
          EXTERNAL_STORE_UNAVAILABLE ->
          unavailable(detail, request);
      case TENANT_SUSPENDED ->
          answer(ProblemDetails.of(ProblemKind.TENANT_SUSPENDED, detail), request);
      case TENANT_DELETING, TENANT_EXISTS, MOVE_REFUSED ->
          answer(ProblemDetails.of(ProblemKind.TENANT_STATE, detail), request);
      case ALTERNATE_KEY_TAKEN ->
          answer(ProblemDetails.of(ProblemKind.ALTERNATE_KEY_TAKEN, detail), request);
      case ALTERNATE_KEY_VIOLATED ->
          answer(ProblemDetails.of(ProblemKind.ALTERNATE_KEY_VIOLATED, detail), request);
      case ALTERNATE_KINDS_DIFFER ->
          answer(ProblemDetails.of(ProblemKind.ALTERNATE_KINDS_DIFFER, detail), request);
      case CLUSTERS_DIFFER ->
          answer(ProblemDetails.of(ProblemKind.CLUSTERS_DIFFER, detail), request);
      case ZONE_EXTERNAL -> answer(ProblemDetails.of(ProblemKind.REQUEST_REFUSED, detail), request);
      case CLUSTER_NOT_EMPTY ->
          answer(ProblemDetails.of(ProblemKind.CLUSTER_NOT_EMPTY, detail), request);
      case ITEM_EXISTS, PAYLOAD_UNREADABLE, FORMAT_UNKNOWN, CORRUPT, MOVE_NOT_VERIFIED ->
          internal(error, request);
    };
  }

  @ExceptionHandler(RecordLayerException.class)
  ResponseEntity<Object> records(RecordLayerException error, HttpServletRequest request) {
    String detail = String.valueOf(error.getMessage());
    if (error.retryable()) {
      return unavailable(detail, request);
    }
    return switch (error.code()) {
      case CONTINUATION_REFUSED ->
          answer(ProblemDetails.of(ProblemKind.CONTINUATION_UNUSABLE, detail), request);
      case QUERY_NOT_PLANNED ->
          answer(ProblemDetails.of(ProblemKind.FILTER_UNUSABLE, ORDERS), request);
      case QUERY_TOO_COMPLEX ->
          answer(ProblemDetails.of(ProblemKind.FILTER_UNUSABLE, detail), request);
      case METADATA_REFUSED ->
          answer(ProblemDetails.of(ProblemKind.SCHEMA_REFUSED, detail), request);
      case METADATA_NEWER, METADATA_CHANGED, INDEX_NOT_READABLE ->
          answer(ProblemDetails.of(ProblemKind.SCHEMA_MISMATCH, detail), request);
      default -> internal(error, request);
    };
  }

  @ExceptionHandler(FDBException.class)
  ResponseEntity<Object> storage(FDBException error, HttpServletRequest request) {
    return FdbErrorPredicates.retryable(error)
        ? unavailable("the cluster answered " + error.getMessage(), request)
        : internal(error, request);
  }

  @ExceptionHandler(CompletionException.class)
  ResponseEntity<Object> wrapped(CompletionException error, HttpServletRequest request) {
    Throwable cause = error.getCause() == null ? error : error.getCause();
    if (cause instanceof AdminProblem problem) {
      return told(problem, request);
    }
    if (cause instanceof QueueException failed) {
      return queue(failed, request);
    }
    if (cause instanceof RecordLayerException failed) {
      return records(failed, request);
    }
    return cause instanceof FDBException failed
        ? storage(failed, request)
        : internal(cause, request);
  }

  @ExceptionHandler(Exception.class)
  ResponseEntity<Object> unexpected(Exception error, HttpServletRequest request) {
    return internal(error, request);
  }

  @Override
  protected ResponseEntity<Object> handleExceptionInternal(
      Exception error,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    HttpServletRequest asked = ((ServletWebRequest) request).getRequest();
    ProblemKind kind = ProblemKind.ofStatus(status.value());
    ProblemDetail problem = ProblemDetails.of(kind, status.value(), detail(error, asked));
    problem.setInstance(ProblemDetails.instance(asked.getRequestURI()));
    return ResponseEntity.status(status)
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  /** Describes a refusal by Spring with the value that was sent and the expected one. */
  private static String detail(Exception error, HttpServletRequest request) {
    if (error instanceof HttpRequestMethodNotSupportedException method) {
      Set<HttpMethod> supported = method.getSupportedHttpMethods();
      return request.getMethod() + " is not allowed here, " + supported + " is";
    }
    if (error instanceof HttpMediaTypeNotSupportedException type) {
      return "the request is of type " + type.getContentType() + ", JSON is expected";
    }
    if (error instanceof HttpMediaTypeNotAcceptableException) {
      return "the answer is JSON, which the Accept header does not allow";
    }
    if (error instanceof HttpMessageNotReadableException) {
      return unreadable(error);
    }
    if (error instanceof AsyncRequestTimeoutException) {
      return "there was no answer in time; the cluster may be unreachable";
    }
    return "there is nothing at " + ProblemDetails.instance(request.getRequestURI());
  }

  private static String unreadable(Exception error) {
    Throwable cause = error.getCause();
    Matcher twice = TWICE.matcher(String.valueOf(cause == null ? "" : cause.getMessage()));
    return twice.find()
        ? "the body has \""
            + ProblemDetails.excerpt(twice.group(1))
            + "\" twice, it must have each field once"
        : "the body is not the JSON that is expected here";
  }

  private static ResponseEntity<Object> unavailable(String detail, HttpServletRequest request) {
    ResponseEntity<Object> plain =
        answer(ProblemDetails.of(ProblemKind.UNAVAILABLE, detail), request);
    return ResponseEntity.status(plain.getStatusCode())
        .headers(plain.getHeaders())
        .header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS)
        .body(plain.getBody());
  }

  /** The caller is told that it failed; what failed is for the log. */
  private static ResponseEntity<Object> internal(Throwable error, HttpServletRequest request) {
    LOG.error("{} {} failed", request.getMethod(), request.getRequestURI(), error);
    return answer(
        ProblemDetails.of(
            ProblemKind.INTERNAL, "the request failed in a way not foreseen; the log tells more"),
        request);
  }

  static ResponseEntity<Object> answer(ProblemDetail problem, HttpServletRequest request) {
    problem.setInstance(ProblemDetails.instance(request.getRequestURI()));
    return ResponseEntity.status(problem.getStatus())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }
}
