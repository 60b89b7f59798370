package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.inspect.Page;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A continuation that is valid for one list with one filter only. Its text has 8 characters of a
 * digest of the request, a dot, and the continuation of the list.
 */
final class SealedContinuation {
  private static final int DIGEST_BYTES = 6;

  private final String seal;

  /**
   * @param asked the list and its filters: the whole request except the limit
   */
  SealedContinuation(Object... asked) {
    byte[] text = List.of(asked).toString().getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      byte[] kept = Arrays.copyOf(digest, DIGEST_BYTES);
      seal = Base64.getUrlEncoder().withoutPadding().encodeToString(kept) + ".";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime lacks SHA-256", e);
    }
  }

  /**
   * The continuation of the list. Throws {@link AdminProblem} when the text belongs to another list
   * or filter.
   */
  Optional<String> open(Optional<String> text) {
    if (text.isPresent() && !text.get().startsWith(seal)) {
      throw new AdminProblem(
          ProblemKind.CONTINUATION_UNUSABLE,
          "continuation was not given out for this list with these filters; send the filters that"
              + " it was given out for");
    }
    return text.map(whole -> whole.substring(seal.length()));
  }

  <T> Page<T> close(Page<T> page) {
    return new Page<>(page.rows(), page.continuation().map(seal::concat), page.scanned());
  }
}
