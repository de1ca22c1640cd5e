// The names of devices in a list in which nothing else tells those with the same name apart.

/** The names of the devices by their ids. A name that several of them have is followed by the room: "Back door (Hall)". */
export function distinctNames(devices) {
  const all = [...devices];
  const alike = Map.groupBy(all, ({ name }) => name);
  return new Map(all.map(({ id, name, room }) => [id, room && alike.get(name).length > 1 ? `${name} (${room.name})` : name]));
}
