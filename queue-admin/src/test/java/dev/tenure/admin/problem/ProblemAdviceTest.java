package dev.tenure.admin.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import org.junit.jupiter.api.Test;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;

/** Errors of the queue that an operator can mend are told. */
final class ProblemAdviceTest {

  @Test
  void anotherListOfClustersIsToldAndNoFailureOfTheServer() {
    ResponseEntity<Object> answer =
        new ProblemAdvice()
            .queue(
                new QueueException(Code.CLUSTERS_DIFFER, "the stored list has a, this one has b"),
                new MockHttpServletRequest("POST", "/api/v1/directory/tenants/mail/ahab/repair"));
    assertThat(answer.getStatusCode().value()).isEqualTo(409);
    assertThat(answer.getBody())
        .isInstanceOfSatisfying(
            ProblemDetail.class,
            problem -> {
              assertThat(problem.getType()).isEqualTo(ProblemKind.CLUSTERS_DIFFER.type());
              assertThat(problem.getDetail()).contains("the stored list has a");
            });
  }
}
