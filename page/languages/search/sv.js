// Swedish words under which the search finds pages and settings, beside their names. The search reads those of all languages.

export const words = {
  "page.energy": "ström, el, förbrukning, sol",
  "page.activity": "logg, historik, vem, händelser",
  "page.maintenance": "underhåll, skötsel, service, apparater, uppgifter, batterier, filter, garanti, bruksanvisning",
  "page.people": "familj, gäster, bjud in, behörighet, barn, användare",
  "page.found": "lägg till, ny, para, anslut, HomeKit, Matter, QR-kod",
  "page.health": "fel, status, disk, problem",
  "setting.you": "telefon, mobil, webbläsare, logga ut, lösenord, mörkt",
  "setting.home": "rum, namn, klocka",
  "setting.keeping": "lagring, historik, radera",
  "setting.privacy": "data, GDPR, export, radera, personuppgifter",
  "setting.connection": "certifikat, säkerhet, varning, webbläsare, app, installera",
  "setting.lockdown": "nödläge, spärra, lås, stopp",
  "setting.incidents":
    "stulen, borttappad, försvunnen, telefon, mobil, stöld, inbrott, hackad, intrång, nödläge, nycklar, certifikat",
  "setting.about": "version, licens, program",
  "setting.price": "el, elpris, taxa, kostnad, pengar",
};
