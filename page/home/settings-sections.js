// The sections of the settings, and who may open them. The search finds them too.

/** The sections with the permissions that they need. The lockdown is for people who may control the whole home. `words`
 *  are the keys of texts for what else a section contains. */
export const settingsSections = [
  { name: "you", icon: "person", words: ["settings.pin", "settings.language", "settings.theme"] },
  { name: "home", icon: "home", permission: "modifySettings", words: ["settings.timeZone"] },
  { name: "devices", icon: "plus", permission: "addDevices" },
  { name: "keeping", icon: "clock", permission: "modifySettings" },
  {
    name: "privacy", icon: "list",
    words: ["privacy.notice", "consent.name.presenceHistory", "consent.name.crashReports", "privacy.list"],
  },
  { name: "connection", icon: "shield" },
  {
    name: "lockdown", icon: "lock", isHiddenFromGuests: true,
    permission: ({ isLockedDown }) => (isLockedDown ? "modifySettings" : "controlDevices"),
  },
  { name: "incidents", icon: "warning", permission: "manageMaintenance" },
  { name: "health", icon: "health", permission: "manageMaintenance" },
  { name: "about", icon: "tomte" },
];

/** Whether this person may open a section. */
export function mayOpenSection(store, { permission, isHiddenFromGuests }) {
  if (isHiddenFromGuests && store.home?.person?.role === "guest") return false;
  return !permission || store.may(typeof permission === "string" ? permission : permission(store.home));
}
