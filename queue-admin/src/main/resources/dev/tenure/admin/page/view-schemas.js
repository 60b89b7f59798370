// The schemas that the clusters store: the applications, and the roll-out of one application.
import { attempt, isReadOnly, learnMode } from "./actions.js";
import { ApiError, get, post } from "./api.js";
import { confirm, toast } from "./dialog.js";
import { h } from "./dom.js";
import { duration, number, when } from "./format.js";
import { askRefresh, crumbs, draw, empty, figure, heading, loading, table } from "./parts.js";
import { link } from "./router.js";

const QUESTIONS = {
  pause: {
    title: "Pause the roll-out?",
    text: "Visits of tenants end at once, builds within ten seconds.",
    action: "Pause",
  },
  resume: {
    title: "Resume the roll-out?",
    text: "What was paused continues; what was cancelled begins again.",
    action: "Resume",
  },
  cancel: {
    title: "Cancel the roll-out?",
    text: "What was half built is cleared. The schema stays published.",
    action: "Cancel roll-out",
    danger: true,
  },
  retry: {
    title: "Retry the builds that have died?",
    text: "All tenants are visited again, and each dead letter of an index build becomes an item again.",
    action: "Retry failed builds",
  },
};

/** Shows the link to this page where a cluster has stored a schema. */
export async function showLink(anchor) {
  try {
    anchor.hidden = (await get(["schemas"])).applications.length === 0;
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
  }
}

export function list() {
  const body = h("div", {}, loading());
  return {
    title: "Schemas",
    head: heading("Schemas"),
    body,
    every: 10000,
    refresh: async (signal) => {
      const found = await get(["schemas"], {}, signal);
      draw(body, found, () => [applications(found.applications)]);
    },
  };
}

function applications(names) {
  return names.length === 0
    ? empty("No schema is stored", "Applications use the schemas of their code.")
    : table(
        "Applications",
        [["Application", (name) => h("a", { href: link(["schemas", name]), "data-key": name }, name)]],
        names,
      );
}

export function open(application) {
  const body = h("div", {}, loading());
  let modeKnown = false;
  return {
    title: application,
    head: h("div", {}, crumbs(["Schemas", "#/schemas"], [application]), heading(application)),
    body,
    every: 2000,
    refresh: async (signal) => {
      if (!modeKnown) {
        await learnMode(signal);
        modeKnown = true;
      }
      const schema = await get(["schemas", application], {}, signal);
      draw(body, schema, () => content(schema));
    },
  };
}

function content(schema) {
  return [
    h(
      "dl",
      { class: "figures" },
      figure("Version", number(schema.version)),
      figure("Roll-out", schema.done ? "done" : "under way"),
    ),
    !isReadOnly() && h("div", { class: "actions" }, ...actions(schema)),
    table(
      "Clusters",
      [
        ["Cluster", (row) => row.cluster],
        ["Version", (row) => row.version ?? "—"],
        ["State", state],
        ["Tenants visited", visited],
        ["Not at the schema", left],
        ["Time left", (row) => (row.secondsLeft === null ? "—" : duration(row.secondsLeft * 1000))],
        ["Begun", (row) => when(row.started)],
        ["Ended", (row) => when(row.ended)],
      ],
      schema.clusters,
    ),
    ...examples(schema),
    table(
      "Indexes",
      [
        ["Index", (row) => row.name],
        ["Type", (row) => (row.unique ? `${row.type}, unique` : row.type)],
        ["Records", (row) => row.recordTypes.join(", ") || "all"],
        ["Columns", (row) => row.columns],
      ],
      schema.indexes,
    ),
  ];
}

function state(row) {
  const name = row.phase === null ? (row.problem ?? "no schema") : row.phase;
  const shown = row.paused ? `${name}, paused` : name;
  return h("span", { class: row.phase === "DONE" ? "badge quiet" : "badge warn" }, shown);
}

function visited(row) {
  return row.visited === null ? "—" : `${number(row.visited)} of ${number(row.tenants)}`;
}

function left(row) {
  if (row.left === null) {
    return "—";
  }
  const all = row.left === 1000 ? "1,000 or more" : number(row.left);
  return row.failed > 0 ? `${all}, failed: ${number(row.failed)}` : all;
}

function examples(schema) {
  const rows = schema.clusters.flatMap((row) =>
    (row.examples ?? []).map((each) => ({ cluster: row.cluster, ...each })),
  );
  return rows.length === 0
    ? []
    : [
        table(
          "Tenants that are not at the schema",
          [
            [
              "User",
              (row) =>
                h(
                  "a",
                  {
                    href: link(["tenants", row.application, row.user]),
                    "data-key": `${row.cluster} ${row.user}`,
                  },
                  row.user,
                ),
            ],
            ["Cluster", (row) => row.cluster],
            ["State", (row) => row.kind],
            ["Reason", (row) => row.reason || "—"],
          ],
          rows,
        ),
      ];
}

function actions(schema) {
  const phases = schema.clusters.filter((row) => row.phase !== null);
  const underWay = phases.some(
    (row) => !row.paused && (row.phase === "WALKING" || row.phase === "BUILDING"),
  );
  const stopped = phases.some((row) => row.paused || row.phase === "CANCELLED");
  return [
    underWay && button(schema, "pause", ""),
    stopped && button(schema, "resume", "primary"),
    underWay && phases.some((row) => row.failed > 0) && button(schema, "retry", "primary"),
    (underWay || phases.some((row) => row.paused)) && button(schema, "cancel", "danger"),
  ];
}

function button(schema, action, kind) {
  const question = QUESTIONS[action];
  return h(
    "button",
    {
      type: "button",
      class: kind,
      "data-key": action,
      onclick: async () => {
        if (await confirm(question)) {
          await attempt(async () => {
            const { missing } = await post(["schemas", schema.application, action], {});
            const silent = Object.keys(missing);
            toast(
              silent.length === 0
                ? "Done on every cluster."
                : `These clusters did not answer: ${silent.join(", ")}.`,
              silent.length === 0 ? "good" : "bad",
            );
          });
          askRefresh();
        }
      },
    },
    question.action,
  );
}
