// The grants of this person that the home view lists.

/** Roles that include everything that a grant adds and the home view shows. */
const fullRoles = ["owner", "admin", "member"];

/** The grants to list, those that apply now first: none when all of them apply without an end, because the tiles then
 *  show everything. */
export function listedGrants(home) {
  const grants = home?.grants ?? [];
  if (fullRoles.includes(home?.person?.role) || !grants.some(isLimited)) return [];
  return grants.toSorted((a, b) => b.appliesNow - a.appliesNow || start(a) - start(b));
}

const isLimited = ({ appliesNow, end, remainingUses }) => !appliesNow || Boolean(end) || remainingUses !== undefined;

const start = ({ nextStart }) => (nextStart ? Date.parse(nextStart) : 0);
