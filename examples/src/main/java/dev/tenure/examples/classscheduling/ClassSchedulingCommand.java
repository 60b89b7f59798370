package dev.tenure.examples.classscheduling;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.spring.TenureRuntime;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code ./tenure example class-scheduling}: the tutorial, from its first chapter to its last. */
public final class ClassSchedulingCommand {
  private final MailServer server = new MailServer();
  private final PrintStream out;

  ClassSchedulingCommand(PrintStream out) {
    this.out = out;
  }

  /** The command line's entry; takes no arguments. */
  public static void main(String[] arguments) {
    if (arguments.length > 0) {
      System.err.println(
          "Usage: ./tenure example class-scheduling; docs/tutorial-class-scheduling.md");
      System.exit(arguments[0].equals("--help") ? 0 : 2);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(new ClassSchedulingCommand(out).run() ? 0 : 1);
  }

  /** Runs the tutorial. Returns whether the verification at the end found no violation. */
  boolean run() {
    try (TenureRuntime runtime = TenureRuntime.start();
        Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime())) {
      return chapters(new Registrar(open(engine, runtime)));
    }
  }

  private static QueueCluster open(Database engine, TenureRuntime runtime) {
    RecordDatabase database =
        RecordDatabase.builder(engine)
            .clock(runtime.clock())
            .random(runtime.secrets())
            .executor(runtime.transactions())
            .timer(runtime.timer())
            .build();
    QueueCluster cluster =
        database.join(
            QueueCluster.open(
                database,
                ClusterOptions.named("school"),
                TenantSchemas.same(ClassSchema.metaData())));
    database.join(cluster.createTenant(ClassSchema.SCHOOL));
    return cluster;
  }

  private boolean chapters(Registrar registrar) {
    new FirstTerm(registrar, out).run();
    FullClass full = new FullClass(registrar, server, out);
    full.fill();
    full.drop();
    try (ConsumerFleet fleet =
        ConsumerFleet.start(registrar, new ClassHandlers(server).handlers())) {
      fleet.awaitQuiet();
      full.show();
      full.showMails();
      Crowd crowd = new Crowd(registrar, out);
      crowd.indecisive();
      crowd.rush();
      fleet.awaitQuiet();
      crowd.showRush();
    }
    return verify(registrar.run(SchoolAudit::read));
  }

  private boolean verify(SchoolAudit audit) {
    List<String> broken = audit.violations(Seats.SEATS, server.sent());
    out.println(audit.classes().size() + " classes, at most " + audit.mostTaken() + " seats taken");
    out.println("a student has at most " + audit.mostClasses() + " classes");
    out.println(audit.mails() + " mails enqueued, " + server.sent().size() + " sent");
    out.println("broken rules: " + broken);
    return broken.isEmpty();
  }
}
