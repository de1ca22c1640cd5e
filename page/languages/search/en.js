// English words under which the search finds pages and settings, beside their names. The search reads those of all languages.

export const words = {
  "page.energy": "power, electricity, consumption, solar",
  "page.activity": "log, history, who, events",
  "page.maintenance": "upkeep, maintenance, service, appliances, tasks, batteries, filter, warranty, manual",
  "page.people": "family, guests, invite, permissions, children, users",
  "page.found": "add, new, pair, connect, HomeKit, Matter, QR code",
  "page.health": "faults, status, disk, problem, error",
  "setting.you": "phone, browser, sign out, log out, password, dark",
  "setting.home": "rooms, name, clock",
  "setting.keeping": "storage, history, retention, delete",
  "setting.privacy": "data, GDPR, export, erase, delete",
  "setting.connection": "certificate, security, warning, browser, app, install",
  "setting.lockdown": "emergency, block, lock, stop",
  "setting.incidents": "stolen, lost, phone, theft, burglary, break-in, hacked, intruder, emergency, keys, certificates",
  "setting.about": "version, licence, program",
  "setting.price": "electricity, tariff, cost, money",
};
