package dev.tenure.admin.problem;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Turns Tomcat's own exceptions into problem details, if Tomcat is the web server. Runs before
 * {@link ProblemAdvice}.
 */
@RestControllerAdvice
@ConditionalOnClass(InvalidParameterException.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
final class TomcatProblems {

  @ExceptionHandler(InvalidParameterException.class)
  ResponseEntity<Object> query(InvalidParameterException error, HttpServletRequest request) {
    return ProblemAdvice.answer(
        ProblemDetails.of(
            ProblemKind.REQUEST_UNREADABLE, "the query is not encoded as queries are"),
        request);
  }
}
