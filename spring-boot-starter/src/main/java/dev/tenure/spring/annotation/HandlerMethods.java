package dev.tenure.spring.annotation;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the annotated methods of a class. */
final class HandlerMethods {
  private static final String SPRING = "org.springframework.";

  private HandlerMethods() {}

  /** The annotated methods of a class, in the order of their descriptions. */
  static Map<Method, WorkHandler> of(Class<?> type) {
    Map<Method, WorkHandler> found =
        new TreeMap<>(
            Comparator.comparing(HandlerMethods::described).thenComparing(Method::toGenericString));
    if (!type.getName().startsWith(SPRING)
        && AnnotationUtils.isCandidateClass(type, WorkHandler.class)) {
      found.putAll(
          MethodIntrospector.selectMethods(
              type,
              (MethodIntrospector.MetadataLookup<WorkHandler>)
                  method -> AnnotatedElementUtils.findMergedAnnotation(method, WorkHandler.class)));
    }
    return found;
  }

  /** The name of a method in errors: {@code Post.send(Letter, TenantId)}. */
  static String described(Method method) {
    StringBuilder text = new StringBuilder(method.getDeclaringClass().getSimpleName());
    text.append('.').append(method.getName()).append('(');
    for (Class<?> parameter : method.getParameterTypes()) {
      text.append(text.charAt(text.length() - 1) == '(' ? "" : ", ")
          .append(parameter.getSimpleName());
    }
    return text.append(')').toString();
  }
}
