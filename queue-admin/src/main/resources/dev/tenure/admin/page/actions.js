// What an operator may do, each with its question and its answer.
import { ApiError, get, post } from "./api.js";
import { confirm, toast } from "./dialog.js";
import { h } from "./dom.js";
import { askRefresh } from "./parts.js";

let readOnly = false;

/** Learns whether this server allows changes, and shows it. */
export async function learnMode(signal) {
  const overview = await get(["overview"], {}, signal);
  setMode(overview);
  return overview;
}

export function setMode(overview) {
  readOnly = overview.readOnly;
  document.getElementById("mode").hidden = !readOnly;
  document.getElementById("observers").hidden = !overview.actuator;
}

export function isReadOnly() {
  return readOnly;
}

/** Whether the items of a zone lie in an external store, which offers less. */
export function isExternal({ zone }) {
  return zone.startsWith("external:");
}

export function retryButton(place, state) {
  const aside = state === "DEAD" || state === "PARKED";
  return button(
    "Retry now",
    "primary",
    state === "LEASED" || state === "BLOCKED" || (isExternal(place) && !aside),
    {
      title: "Retry this item now?",
      text: aside
        ? `${place.id} goes back into the zone and may run at once.`
        : `${place.id} no longer waits until it is due; it may run at once.`,
      action: "Retry now",
    },
    [...itemPath(place), "retry-now"],
    "The item may run now.",
  );
}

export function cancelButton(place, state, after) {
  const running =
    state === "LEASED" ? " It is running: what it does outside the queue is not undone." : "";
  return button(
    "Cancel item",
    "danger",
    false,
    {
      title: "Cancel this item for good?",
      text: `${place.id} is removed from the zone and will not run again.${running}`,
      action: "Cancel item",
      danger: true,
    },
    [...itemPath(place), "cancel"],
    "The item was cancelled.",
    after,
  );
}

export function pauseButton(place, paused) {
  const path = zonePath(place);
  return paused
    ? button(
        "Resume",
        "primary",
        false,
        {
          title: `Resume zone ${place.zone}?`,
          text: "Consumers take its items again.",
          action: "Resume",
        },
        [...path, "resume"],
        "The zone was resumed.",
      )
    : button(
        "Pause",
        "",
        false,
        {
          title: `Pause zone ${place.zone}?`,
          text: "Nothing is taken from it until it is resumed. What runs now is finished.",
          action: "Pause",
        },
        [...path, "pause"],
        "The zone was paused.",
      );
}

/** Asks first who stands in the way, and tells what cannot be undone. */
export function visitLeasesButton(cluster, on) {
  if (readOnly) {
    return undefined;
  }
  const path = ["clusters", cluster, "visit-leases"];
  return h(
    "button",
    {
      type: "button",
      "data-key": `visit leases ${cluster}`,
      "aria-label": `Switch leases of visits ${on ? "off" : "on"} on ${cluster}`,
      onclick: () =>
        attempt(async () => {
          const { unable } = await get(path);
          if (await confirm(on ? offQuestion(cluster) : onQuestion(cluster, unable))) {
            await post(path, { on: !on });
            toast(`Leases of visits are ${on ? "off" : "on"}.`);
            askRefresh();
          }
        }),
    },
    on ? "Switch off" : "Switch on",
  );
}

function onQuestion(cluster, unable) {
  const known =
    unable.length === 0
      ? "All live consumers know them."
      : `These live consumers do not know them, and it will be refused: ${unable.join(", ")}.`;
  return {
    title: `Switch leases of visits on for ${cluster}?`,
    text:
      `${known} Processes of earlier releases, producers too, cannot open a store that has got ` +
      "such leases, not even after they are switched off. That cannot be undone.",
    action: "Switch on",
    danger: true,
  };
}

function offQuestion(cluster) {
  return {
    title: `Switch leases of visits off for ${cluster}?`,
    text:
      "Visits write no more of them. Stores that have got some stay closed to processes of " +
      "earlier releases.",
    action: "Switch off",
  };
}

/** Removes a cluster from the list that each cluster stores, as the list is when it is clicked. */
export function removeClusterButton(cluster) {
  if (readOnly) {
    return undefined;
  }
  const path = ["cluster-list"];
  return h(
    "button",
    {
      type: "button",
      "data-key": `remove ${cluster}`,
      "aria-label": `Remove ${cluster} from the list of clusters`,
      onclick: () =>
        attempt(async () => {
          const list = await get(path);
          if (!list.clusters.includes(cluster)) {
            toast(`${cluster} is not in the list: ${list.clusters.join(", ")}.`);
          } else if (await confirm(removeQuestion(cluster, list))) {
            const clusters = list.clusters.filter((name) => name !== cluster);
            const changed = await post(path, { clusters, version: list.version });
            toast(`The list of clusters is ${changed.clusters.join(", ")}.`);
            askRefresh();
          }
        }),
    },
    "Remove",
  );
}

function removeQuestion(cluster, { clusters, directory }) {
  const shards = directory.includes(cluster)
    ? "It has a part of the tenant directory, and it will be refused. "
    : "";
  return {
    title: `Remove ${cluster} from the list of clusters?`,
    text:
      `${shards}The list is ${clusters.join(", ")}. The cluster must hold no tenant. Then create ` +
      "no tenant until processes have started with the new list: the others refuse to.",
    action: "Remove",
    danger: true,
  };
}

export function zonePath({ application, user, zone }) {
  return ["tenants", application, user, "zones", zone];
}

export function itemPath(place) {
  return [...zonePath(place), "items", place.id];
}

function button(text, kind, disabled, question, path, done, after) {
  if (readOnly) {
    return undefined;
  }
  return h(
    "button",
    {
      type: "button",
      class: kind,
      disabled,
      "data-key": `${text} ${path.join("/")}`,
      onclick: async () => {
        if (await confirm(question)) {
          await act(path, done, after ?? askRefresh);
        }
      },
    },
    text,
  );
}

async function act(path, done, after) {
  await attempt(async () => {
    await post(path);
    toast(done);
  });
  after();
}

/** Shows why an action was refused. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    toast(`${error.title}: ${error.message}`, "bad");
  }
}
