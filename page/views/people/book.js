// Everything about people that the gateway tells whoever looks after them; of anybody else, what is their own.

const lists = ["people", "clients", "grants", "denies", "tokens"];

export async function readBook({ client, store }) {
  if (!store.may("managePeople")) {
    const clients = await client.ask("GET", "/clients");
    return { people: [store.home.person].filter(Boolean), clients, grants: [], denies: [], tokens: [], isOwn: true };
  }
  const answers = await Promise.all(lists.map((name) => client.ask("GET", `/${name}`)));
  return Object.fromEntries(lists.map((name, index) => [name, answers[index]]));
}

/** Who waits to be approved, and which invitations are open. */
export async function readDoor({ client }) {
  const [pairings, invitations] = await Promise.all([
    client.ask("GET", "/pairings"), client.ask("GET", "/pairing-codes"),
  ]);
  return { pairings, invitations };
}

/** What is of one person. */
export function pageOf(person, book) {
  const own = (items) => items.filter((item) => item.person === person.id);
  return {
    person, clients: own(book.clients), grants: own(book.grants), denies: own(book.denies), tokens: own(book.tokens),
    isOwn: book.isOwn,
  };
}

/** Owners first, then by name. */
export function ordered(people, compare) {
  return people.slice().sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || compare(a, b));
}

export const roles = ["owner", "admin", "member", "child", "guest", "service"];
