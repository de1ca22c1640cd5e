// The entry point of the page: chooses the identity that is signed in, and opens the view of the address.

import { el } from "./core/dom.js";
import { kind, readingText } from "./core/format.js";
import { identities } from "./core/keys.js";
import { keepOffline } from "./core/offline.js";
import { currentRoute, consumeLinkCode } from "./core/router.js";
import { currentID, Session } from "./core/session.js";
import { loadStylesheets } from "./core/load-stylesheets.js";
import { language, t, tOrNull } from "./core/text.js";
import { outcomeText } from "./home/command-outcome.js";
import { closeDialogs } from "./parts/dialog.js";
import { accessDenied } from "./parts/empty-state.js";
import { problemNotice, problemText } from "./parts/problem.js";
import { isPermitted, Shell } from "./parts/shell.js";
import { closeToasts, toast } from "./parts/toast.js";
import * as home from "./views/home.js";

/** Every view but the home is loaded when it is opened for the first time. */
const views = {
  home: () => home,
  room: () => import("./views/room.js"),
  device: () => import("./views/device.js"),
  energy: () => import("./views/energy.js"),
  found: () => import("./views/found.js"),
  people: () => import("./views/people.js"),
  history: () => import("./views/history.js"),
  settings: () => import("./views/settings.js"),
  setup: () => import("./views/setup.js"),
  health: () => import("./views/health.js"),
  more: () => import("./views/more.js"),
};

const app = document.getElementById("app");
let running;
/** Counts navigations, so that a view that a newer navigation has overtaken is discarded. */
let navigation = 0;

async function start() {
  closeSession();
  document.documentElement.lang = language();
  document.documentElement.dataset.theme = localStorage.getItem("tomte.theme") ?? "auto";
  const code = consumeLinkCode();
  const known = await identities();
  if (code) return welcome(code);
  const last = known.find(({ id }) => id === currentID());
  if (last) return last.pairing ? welcome(null, last) : enter(last);
  const residents = known.filter(({ pairing }) => !pairing);
  // The last person signed out: the page must not sign in another one without asking.
  if (residents.length) return choosePerson(residents);
  return welcome(null, known[0]);
}

async function choosePerson(residents) {
  history.replaceState(null, "", "#/");
  const { open } = await import("./views/choose-person.js");
  app.replaceChildren(open({ residents, enter, add: () => welcome() }));
}

/** Shows the form for a person without a session: the first owner, or an invited client. */
async function welcome(code, waiting, message) {
  const { open } = await import("./views/welcome.js");
  app.replaceChildren(open({ code, waiting, message, enter }));
}

async function enter(identity) {
  closeSession();
  const session = new Session(identity, { onEnd: () => sessionEnded(session) });
  const context = contextOf(session);
  const shell = new Shell(context);
  running = { session, shell, context, view: null };
  let rights = rightsOf(session.store);
  session.store.on("home", () => {
    const before = rights;
    rights = rightsOf(session.store);
    // The permissions have changed: the view is opened again, without what is no longer permitted.
    if (before && before !== rights) show({ focus: false }).then(() => offerFirstPIN(session));
  });
  app.replaceChildren(shell.element);
  const begun = session.begin();
  if (!session.store.home) {
    shell.show(el("p.starting", {}, t("home.reading")), "", { focus: false });
    await begun;
  }
  // The dialog for a first PIN opens together with the view.
  if (session.store.home?.hasPIN === false) await import("./parts/pin.js");
  if (running?.session === session) await show({ focus: false });
  await begun;
  await offerFirstPIN(session);
}

const rightsOf = ({ home }) => home && JSON.stringify([home.permissions, home.person?.role, home.needsPIN]);

/** Not during the first setup, which has its own step for the PIN. */
async function offerFirstPIN(session) {
  const isWithoutPIN = session.store.home?.hasPIN === false;
  if (!isWithoutPIN || running?.session !== session || currentRoute().name === "setup") return;
  const { offerPIN } = await import("./parts/pin.js");
  if (running?.session === session) await offerPIN(running.context);
}

/** Asks for the PIN. Its dialog is loaded when it is needed for the first time, so that the first view is smaller. */
const stepUp = async (...given) => (await import("./parts/pin.js")).stepUp(...given);

/** The services that every view gets: the session, its store and API client, and functions that need the PIN dialog. */
function contextOf(session) {
  const { store, client } = session;
  const context = { session, store, client, enter, restart: start };
  /** Runs `act`; asks for the PIN and runs it again when the gateway requires one. `title` names the act in the PIN
   *  dialog. Returns undefined when the person gave no PIN, and throws every other refusal. */
  context.withStepUp = async (act, title) => {
    try {
      return await act();
    } catch (error) {
      if (error.code !== "stepUpNeeded") throw error;
      return await stepUp(context, error.stepUp, title) ? act() : undefined;
    }
  };
  context.sendCommand = async (device, part, capability, value) => {
    const confirm = (purpose) => stepUp(context, purpose, commandTitle(store, { device, part, capability, value }));
    const command = await store.command(device, part, capability, value, { confirm });
    if (command) announce(store, command);
    return command;
  };
  return context;
}

/** What a command does, as the title of a dialog: "Unlock Front door". */
function commandTitle(store, { device, part, capability: name, value }) {
  const capability = store.capability(device, part, name);
  const words = { name: store.devices.get(device)?.name ?? device, value: readingText(capability ?? { name }, value) };
  return tOrNull(`act.${kind(capability ?? name)}.${value}`, words) ?? t("act.set", words);
}

/** Shows the outcome of a command as a toast, because its tile may be out of sight. A confirmed command and one that a
 *  newer command has replaced show nothing. */
function announce(store, command) {
  const { device, part, capability, status, error } = command;
  if (status === "confirmed" || !store.isLast(command)) return;
  const name = store.devices.get(device)?.name ?? device;
  const known = store.capability(device, part, capability) ?? { name: capability };
  const words = error ? problemText(error) : outcomeText(command, known);
  const text = error && status === "unknown" ? `${words} ${t("outcome.maybe")}` : words;
  toast(`${name}: ${text}`, { tone: status === "sent" ? "warn" : "danger" });
}

/** Removes everything of the current session from the page, so that the next person sees none of it. */
function closeSession() {
  navigation += 1;
  closeDialogs();
  closeToasts();
  document.title = "Tomte";
  running?.view?.close?.();
  running?.shell.close();
  running?.session.end();
  running = null;
}

/** Called when the gateway no longer accepts this client: deletes its key and shows the sign-in form. */
async function sessionEnded(session) {
  if (running?.session !== session) return;
  closeSession();
  history.replaceState(null, "", "#/");
  await session.forget();
  await welcome(null, null, t("session.ended"));
}

/** Opens the view of the address. When several navigations overlap, the last one wins. */
async function show({ focus = true } = {}) {
  if (!running) return;
  closeDialogs();
  const { shell, context } = running;
  const now = currentRoute();
  const own = navigation += 1;
  running.view?.close?.();
  running.view = null;
  shell.showNavigation();
  try {
    const view = await viewOf(now.name, context.store);
    const enableStyles = await loadStylesheets(view.styles ?? []);
    if (own !== navigation) return;
    const opened = await view.open(context, now);
    if (own !== navigation) return opened.close?.();
    running.view = opened;
    enableStyles();
    shell.show(opened.element, opened.title, { focus, actions: opened.actions });
  } catch (error) {
    if (own === navigation) shell.show(problemNotice(error, show), "", { focus });
  }
}

async function viewOf(name, store) {
  if (!isPermitted(name, store)) return { open: () => noAccess(name) };
  try {
    return await (Object.hasOwn(views, name) ? views[name] : views.home)();
  } catch (error) {
    if (reloadsForNewPage()) await new Promise(() => {});
    throw error;
  }
}

function noAccess(name) {
  const title = t(`nav.${name}`);
  return { title, element: accessDenied("lock", title, t("closed.help")) };
}

/** A module that is missing means that the gateway serves a newer page: reloads it, at most once a minute. True when it
 *  reloads. */
function reloadsForNewPage() {
  const last = Number(sessionStorage.getItem("tomte.reloaded"));
  if (!navigator.onLine || Date.now() - last < 60_000) return false;
  sessionStorage.setItem("tomte.reloaded", Date.now());
  location.reload();
  return true;
}

window.addEventListener("hashchange", async () => {
  const code = consumeLinkCode();
  if (code) { closeSession(); await welcome(code); } else await (running ? show() : start());
});

// A browser sends this event once, long before the settings are opened, so the event is kept.
window.addEventListener("beforeinstallprompt", (event) => { globalThis.tomteInstall = event; });

keepOffline();
await start();
