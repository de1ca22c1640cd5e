"""Every text of the page exists in each of its languages."""

import re

from house import ROOT
from playwright.sync_api import expect

PAGE = ROOT / "page"
SOURCES = {path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8") for path in PAGE.rglob("*.js")}
CALL = re.compile(r"""\b(?:t|tOrNull)\(\s*(["`])((?:(?!\1).)+)\1""")
TERNARY = re.compile(r"""\bt\([^"()]*\?\s*"([^"]+)"\s*:\s*"([^"]+)\"""")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def forms(message):
    return list(message.values()) if isinstance(message, dict) else [message]


def test_every_message_exists_in_both_languages(messages):
    for key, languages in messages.items():
        assert len(languages) == 2 and all(text.strip() for message in languages for text in forms(message)), key
        english, swedish = [
            {name for text in forms(message) for name in PLACEHOLDER.findall(text)} for message in languages]
        assert english == swedish, key
        assert all(not isinstance(message, dict) or set(message) == {"one", "other"} for message in languages), key


def test_every_used_message_key_exists(messages):
    missing = set()
    for path, source in SOURCES.items():
        used = [found[1] for found in CALL.findall(source)] + [key for pair in TERNARY.findall(source) for key in pair]
        missing |= {(path, key) for key in used if not exists(key, messages)}
    assert not missing


def exists(key, messages):
    """Returns whether the key exists. A key with `${…}` stands for several keys; at least one of them must exist."""
    pattern = re.compile(".+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", key)))
    return any(pattern.fullmatch(known) for known in messages)


def test_every_message_is_used(messages):
    texts = "\n".join(source for path, source in SOURCES.items() if path != "core/messages.js")
    literals = set(re.findall(r"""["']([\w.-]+)["']""", texts))
    templates = [re.compile(".+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", template)))
                 for template in re.findall(r"`([\w.-]*\$\{[^`]*)`", texts)]
    unused = [key for key in messages if key not in literals and not any(t.fullmatch(key) for t in templates)]
    assert not unused


def test_the_page_is_shown_in_swedish(house, new_browser):
    user = new_browser(house, locale="sv-SE").sign_in(house.owner)
    expect(user.page.locator("html")).to_have_attribute("lang", "sv")
    expect(user.page.get_by_role("navigation").get_by_role("link").first).to_have_text("Hem")
    expect(user.page.locator(".summary")).to_contain_text("Allt är lugnt.")
