// The pages of the main navigation, and who sees them.

const may = (permission) => (store) => store.may(permission);
const isResident = ({ home }) => !["guest", "service"].includes(home?.person?.role);

/** A page without its `permission` says that there is no access. One that this person has no use for is only not shown:
 *  a guest has a few devices. */
const pages = [
  { name: "home", icon: "home" },
  { name: "rooms", icon: "rooms", isShown: isResident },
  { name: "energy", icon: "energy", permission: "viewEnergy" },
  { name: "activity", icon: "history", isShown: (store) => store.may("viewAudit") || store.home?.person?.role === "member" },
  { name: "maintenance", icon: "wrench", permission: "manageMaintenance" },
  { name: "people", icon: "people", permission: "managePeople" },
  { name: "settings", icon: "settings" },
];

/** Whether this person may open a page. */
export function isPermitted(name, store) {
  const { permission } = pages.find((page) => page.name === name) ?? {};
  return !permission || !store.home || store.may(permission);
}

/** The pages that this person sees. */
export const shownPages = (store) => pages.filter(({ permission, isShown = permission ? may(permission) : () => true }) =>
  isShown(store));
