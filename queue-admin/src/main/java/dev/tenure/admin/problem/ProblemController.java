package dev.tenure.admin.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers errors that reached the web server without an answer by other code. */
@RestController
final class ProblemController implements ErrorController {

  @RequestMapping("${spring.web.error.path:${error.path:/error}}")
  ResponseEntity<ProblemDetail> tell(HttpServletRequest request) {
    int status =
        request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
            ? code
            : 404;
    String path =
        request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String uri
            ? uri
            : request.getRequestURI();
    ProblemKind kind = ProblemKind.ofStatus(status);
    ProblemDetail problem =
        ProblemDetails.of(kind, status, kind.title() + " (status " + status + ")");
    problem.setInstance(ProblemDetails.instance(path));
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }
}
