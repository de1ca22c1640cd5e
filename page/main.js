// The entry point of the page: chooses the identity that is signed in, and opens the view of the address.

import { identities } from "./core/keys.js";
import { keepOffline } from "./core/offline.js";
import { adoptPreferences, isStoring } from "./core/preferences.js";
import { address, currentRoute, consumeLinkCode } from "./core/router.js";
import { currentID, Session } from "./core/session.js";
import { loadStylesheets } from "./core/load-stylesheets.js";
import { language, loadPreferredLanguage, t, withAllMessages } from "./core/text.js";
import { commandTitle } from "./home/command-title.js";
import { outcomeText } from "./home/command-outcome.js";
import { isPermitted } from "./home/pages.js";
import { closeDialogs } from "./parts/dialog.js";
import { accessDenied } from "./parts/empty-state.js";
import { loadPart } from "./parts/load-part.js";
import { reloadsForMissingModule, renewWhenTooOld } from "./parts/page-renewal.js";
import { problemNotice, problemText } from "./parts/problem.js";
import { Shell } from "./parts/shell.js";
import { closeToasts, toast } from "./parts/toast.js";
import * as home from "./views/home.js";

/** Every view but the home is loaded when it is opened for the first time. */
const views = {
  rooms: () => import("./views/rooms.js"),
  room: () => import("./views/room.js"),
  device: () => import("./views/device.js"),
  energy: () => import("./views/energy.js"),
  people: () => import("./views/people.js"),
  activity: () => import("./views/activity.js"),
  maintenance: () => import("./views/maintenance.js"),
  incident: () => import("./views/incidents/incident.js"),
  keys: () => import("./views/incidents/key-plan.js"),
  settings: () => import("./views/settings.js"),
  setup: () => import("./views/setup.js"),
};

/** The home view of a panel on a wall. */
const wall = () => import("./views/wall.js");

/** A panel on a wall shows only these views. Everybody who passes by can touch it, and perhaps type an address. */
const viewsOnPanel = ["home", "room", "device"];

const app = document.getElementById("app");
let running;
/** Counts navigations, so that a view that a newer navigation has overtaken is discarded. */
let navigation = 0;

async function start() {
  closeSession();
  document.documentElement.lang = language();
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
  const { open } = await withAllMessages(import("./views/choose-person.js"));
  app.replaceChildren(open({ residents, enter, add: () => welcome() }));
}

/** Shows the form for a person without a session: the first owner, or an invited client. */
async function welcome(code, waiting, message) {
  if (code?.purpose === "invite" || waiting?.invited) {
    const { openInvited } = await withAllMessages(import("./views/invited.js"));
    return app.replaceChildren(openInvited({ link: code, waiting, enter }));
  }
  const { open } = await withAllMessages(import("./views/welcome.js"));
  app.replaceChildren(open({ code, waiting, message, enter }));
}

async function enter(identity) {
  closeSession();
  const own = navigation;
  const panel = identity.isWall ? await import("./home/panel.js") : undefined;
  if (own !== navigation) return;
  const session = new Session(identity, { onEnd: () => sessionEnded(session), panel });
  const context = contextOf(session);
  const shell = new Shell(context);
  running = { session, shell, context, view: null };
  let rights = rightsOf(session.store);
  session.store.on("home", () => adoptPreferencesOf(session));
  session.store.on("home", () => {
    const before = rights;
    rights = rightsOf(session.store);
    // The permissions have changed: the view is opened again, without what is no longer permitted.
    if (before && before !== rights) show({ focus: false }).then(() => offerFirstPIN(session));
  });
  // A view that could not be loaded while the gateway was away is opened when it is back, and the home is read again.
  session.store.on("home", () => {
    if (running?.session === session && running.isMissingView && session.store.isCurrent) show({ focus: false });
  });
  app.replaceChildren(shell.element);
  const begun = session.begin();
  shell.startLoading();
  if (!session.store.home) await begun;
  // The dialog for a first PIN opens together with the view.
  if (session.store.home?.hasPIN === false) await loadPINDialog();
  if (running?.session === session) await show({ focus: false });
  await begun;
  if (identity.notice) recordSeenNotice(session);
  await offerFirstPIN(session);
}

/** Records that this person saw the privacy notice before they had a session. After a failure it is repeated when the
 *  page is opened the next time. */
async function recordSeenNotice(session) {
  await withAllMessages(import("./parts/notice.js")).then(({ recordJoinedNotice }) => recordJoinedNotice(session))
    .catch(() => {});
}

/** Shows the page in the language, units and times that this person chose, perhaps in another browser. */
async function adoptPreferencesOf(session) {
  const { home, isRead } = session.store;
  // A saved snapshot of the home may contain earlier preferences.
  if (!isRead || isStoring() || !home?.preferences || !adoptPreferences(home.preferences)) return;
  await loadPreferredLanguage().catch((error) => toast(problemText(error), { tone: "danger" }));
  if (running?.session !== session) return;
  // The start closes the dialog that offers a PIN.
  offeredPIN.clear();
  await start();
}

const rightsOf = ({ home }) => home && JSON.stringify([home.permissions, home.person?.role, home.needsPIN]);

/** The people, with their roles, to whom a first PIN was offered since the page was loaded. */
const offeredPIN = new Set();

/** Not during the first setup, which has its own step for the PIN. */
async function offerFirstPIN(session) {
  const isWithoutPIN = session.store.home?.hasPIN === false;
  if (!isWithoutPIN || running?.session !== session || currentRoute().name === "setup") return;
  const person = `${session.identity.id} ${session.store.home.person?.role}`;
  if (offeredPIN.has(person)) return;
  offeredPIN.add(person);
  const { offerPIN } = await loadPINDialog();
  if (running?.session === session && currentRoute().name !== "setup") await offerPIN(running.context);
}

const loadPINDialog = () => withAllMessages(import("./parts/pin.js"));

/** Asks for the PIN. When the dialog cannot be loaded, nothing is confirmed. */
async function stepUp(...given) {
  const dialog = await loadPart(loadPINDialog);
  return dialog ? dialog.stepUp(...given) : false;
}

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
    const known = store.capability(device, part, capability) ?? { name: capability };
    const title = commandTitle(known, value, store.devices.get(device)?.name ?? device);
    const confirm = (purpose) => stepUp(context, purpose, title);
    const command = await store.command(device, part, capability, value, { confirm });
    if (command) announce(store, command);
    return command;
  };
  return context;
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
  const wasStopped = command.isStopped && status === "refused" && !error;
  toast(`${name}: ${text}`, { tone: wasStopped ? "ok" : status === "sent" ? "warn" : "danger" });
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
  const now = routeFor(context.session);
  const own = navigation += 1;
  running.view?.close?.();
  running.view = null;
  running.isMissingView = false;
  shell.showNavigation();
  shell.startLoading();
  try {
    const view = await viewOf(now.name, context);
    const { styles = [] } = view;
    const names = typeof styles === "function" ? styles(now) : styles;
    const enableStyles = await loadStylesheets(context.session.isWall ? [...names, "wall"] : names);
    if (own !== navigation) return;
    const opened = await view.open(context, now);
    if (own !== navigation) return opened.close?.();
    running.view = opened;
    enableStyles();
    shell.show(opened.element, opened.title, { focus, actions: opened.actions });
  } catch (error) {
    if (own !== navigation) return;
    running.isMissingView = true;
    shell.show(problemNotice(error, show), "", { focus });
  }
}

/** The route of the address; on a panel its home view in place of one that a panel does not show. */
function routeFor({ isWall }) {
  if (isWall && !viewsOnPanel.includes(currentRoute().name)) history.replaceState(null, "", address("home"));
  return currentRoute();
}

async function viewOf(name, { store, session }) {
  if (!isPermitted(name, store)) return { open: () => noAccess(name) };
  try {
    const isHome = name === "home" || !Object.hasOwn(views, name);
    if (isHome && !session.isWall) return home;
    return await withAllMessages(isHome ? wall() : views[name]());
  } catch (error) {
    if (await reloadsForMissingModule()) await new Promise(() => {});
    throw error;
  }
}

function noAccess(name) {
  const title = t(`nav.${name}`);
  // A grant may show the energy; everything else depends on the role.
  return { title, element: accessDenied("lock", title, t(name === "energy" ? "closed.help" : "closed.byRole")) };
}

window.addEventListener("hashchange", async () => {
  const code = consumeLinkCode();
  if (code) { closeSession(); await welcome(code); } else await (running ? show() : start());
});

// A browser sends this event once, long before the settings are opened, so the event is kept.
window.addEventListener("beforeinstallprompt", (event) => { globalThis.tomteInstall = event; });

renewWhenTooOld();
try {
  await start();
} finally {
  keepOffline();
}
