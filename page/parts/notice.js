// The privacy notice: a person sees it while they join, and again when its meaning has changed.

import { el } from "../core/dom.js";
import { t } from "../core/text.js";
import { privacy } from "./privacy.js";

/** The version of the notice that this page shows; a test compares it with that of the gateway. */
export const noticeVersion = 2;

/** The notice for a person who joins. It is in the form, above the button with which they go on, and therefore compact. */
export const noticeOfForm = () => el("section.privacy-notice", {}, el("h3", {}, t("privacy.notice")), privacy(null),
  el("p.muted", {}, t("privacy.more")));

/** Tells the gateway that this person has seen the notice, if it wants to know. */
export async function recordNotice({ client, store }) {
  if (!store.home?.unseenNotice) return;
  await client.request("PUT", "/privacy/notice", { version: noticeVersion });
  await store.readHome();
}

/** The same for a person who saw the notice while joining, before they had a session. A failure is repeated when the
 *  page is opened the next time. */
export async function recordJoinedNotice(session) {
  if (!session.store.isRead) return;
  await recordNotice(session);
  await session.remember({ notice: undefined });
}
