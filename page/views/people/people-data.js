// Reads the data of the people view from the gateway: everything for a person who manages people, for another person
// only their own data.

const lists = ["people", "clients", "grants", "denies", "tokens"];

/** `{ people, clients, grants, denies, tokens, isOwn }`. Throws `Problem` and `Unreachable`. */
export async function readPeopleData({ client, store }) {
  if (!store.may("managePeople")) {
    const clients = await client.request("GET", "/clients");
    return { people: [store.home.person].filter(Boolean), clients, grants: [], denies: [], tokens: [], isOwn: true };
  }
  const answers = await Promise.all(lists.map((name) => client.request("GET", `/${name}`)));
  return Object.fromEntries(lists.map((name, index) => [name, answers[index]]));
}

/** The pairings that wait for approval, the open codes, and the invitations. Throws `Problem` and `Unreachable`. */
export async function readPairings({ client }) {
  const [pairings, codes, invitations] = await Promise.all(
    ["/pairings", "/pairing-codes", "/invitations"].map((path) => client.request("GET", path)));
  return { pairings, codes, invitations };
}

/** What a grant can contain, `permissions`, and the usual terms of invitations, `templates`. */
export const readGrantOptions = ({ client }) => client.request("GET", "/grant-options");

/** The part of the data that belongs to one person. */
export function personDataOf(person, data) {
  const own = (items) => items.filter((item) => item.person === person.id);
  return {
    person, clients: own(data.clients), grants: own(data.grants), denies: own(data.denies), tokens: own(data.tokens),
    isOwn: data.isOwn,
  };
}

/** People sorted by role, owners first, and within a role by `compare`. */
export function orderedByRole(people, compare) {
  return people.slice().sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || compare(a, b));
}

export const roles = ["owner", "admin", "member", "child", "guest", "service"];
