"""The texts of the page exist in each of its languages, and a browser loads one language only."""

import re
import shutil

import pytest
from house import ROOT, new_house
from playwright.sync_api import expect
from test_modules import modules_of_the_first_view

PAGE = ROOT / "page"
SOURCES = {path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8") for path in PAGE.rglob("*.js")}
CALL = re.compile(r"""\b(?:t|tOrNull)\(\s*(["`])((?:(?!\1).)+)\1""")
TERNARY = re.compile(r"""\bt\([^"()]*\?\s*"([^"]+)"\s*:\s*"([^"]+)\"""")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


# The texts of kinds of capabilities, which are in the catalogue of the gateway for the languages that it has.
KIND = "kind."


def forms(message):
    return list(message.values()) if isinstance(message, dict) else [message]


def placeholders(message):
    return {name for text in forms(message) for name in PLACEHOLDER.findall(text)}


def test_each_language_has_a_file(languages):
    assert {f"{tag}.js" for tag in languages} == {path.name for path in (PAGE / "languages").glob("*.js")}


def test_the_first_view_finds_its_messages_in_the_first_file_of_its_language(messages):
    first = set(re.findall(r'^  "([^"]+)":', (PAGE / "languages" / "first" / "en.js").read_text(), re.MULTILINE))
    assert first < set(messages)
    for path in modules_of_the_first_view():
        assert set(re.findall(r"""["']([\w.-]+)["']""", SOURCES[path])) & set(messages) <= first, path
        templates = [key for _, key in CALL.findall(SOURCES[path]) if "${" in key]
        assert all(exists(key, first) for key in templates), path


def test_every_language_has_the_same_messages_in_the_same_order(languages, messages):
    for tag, language in languages.items():
        assert [key for key in language["messages"] if not key.startswith(KIND)] == list(messages), tag


def test_every_language_has_the_words_of_each_kind(house, languages):
    for row in house.request("GET", "/capabilities"):
        name = f"{KIND}{row['kind']}"
        texts = {name: row["name"], f"{name}.plural": row.get("plural")}
        for words in row["values"]:
            value = str(words["value"]).lower() if isinstance(words["value"], bool) else words["value"]
            own = f"{name}.{value}"
            texts |= {own: words["text"], f"{own}.alarm": words.get("alarm"), f"{own}.command": words.get("command")}
        for key, text in texts.items():
            missing = [tag for tag in languages if text and tag not in text and key not in languages[tag]["messages"]]
            assert not missing, key


def test_every_message_has_the_same_placeholders_in_each_language(languages, messages):
    for tag, language in languages.items():
        for key, message in language["messages"].items():
            if key.startswith(KIND):
                continue
            assert all(text.strip() for text in forms(message)), (tag, key)
            assert placeholders(message) == placeholders(messages[key]), (tag, key)


def test_every_plural_has_the_forms_that_its_language_needs(languages, messages):
    for tag, language in languages.items():
        for key, message in language["messages"].items():
            if key.startswith(KIND):
                continue
            assert isinstance(message, dict) == isinstance(messages[key], dict), (tag, key)
            assert not isinstance(message, dict) or set(message) == set(language["forms"]), (tag, key)


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
    texts = "\n".join(source for path, source in SOURCES.items() if not path.startswith("languages/"))
    literals = set(re.findall(r"""["']([\w.-]+)["']""", texts))
    templates = [re.compile(".+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", template)))
                 for template in re.findall(r"`([\w.-]*\$\{[^`]*)`", texts)]
    unused = [key for key in messages if key not in literals and not any(t.fullmatch(key) for t in templates)]
    assert not unused


def test_the_page_is_shown_in_swedish(house, new_browser):
    house.close_incidents()
    user = new_browser(house, locale="sv-SE").sign_in(house.owner)
    expect(user.page.locator("html")).to_have_attribute("lang", "sv")
    expect(user.page.get_by_role("navigation").get_by_role("link").first).to_have_text("Hem")
    expect(user.page.locator(".summary")).to_contain_text("Allt är lugnt.")


@pytest.fixture
def siv(house):
    """A person who chooses a language. The gateway keeps the choice, so the owner of the other tests does not choose. Tests
    name this fixture before their browsers, which are closed before the person is removed.
    """
    person = house.add_person("Siv", "member")
    yield person
    house.request("DELETE", f"/people/{person}")


def test_the_browser_loads_one_language_and_another_when_it_is_chosen(house, siv, new_browser):
    user = new_browser(house)
    loaded = []
    user.page.on("request", lambda request: "/languages/" in request.url and loaded.append(request.url.partition("/languages/")[2]))
    user.sign_in(siv).open("settings")
    user.page.get_by_role("radio", name="Svenska").locator("xpath=..").click()
    expect(user.page.get_by_role("group", name="Språk")).to_be_visible()
    expect(user.page.get_by_role("radio", name="Svenska")).to_be_focused()
    assert set(loaded) == {"en.js", "first/en.js", "sv.js", "first/sv.js"}
    assert {path[-5:] for path in loaded[:2]} == {"en.js"} and {path[-5:] for path in loaded[-2:]} == {"sv.js"}
    user.page.get_by_role("group", name="Språk").locator("label").filter(has_text="Automatiskt").click()
    expect(user.page.locator("html")).to_have_attribute("lang", "en")


def test_a_language_that_cannot_be_loaded_is_not_chosen(house, siv, new_browser):
    user = new_browser(house).sign_in(siv)
    user.recorder.gateway_may_stop = True
    user.page.route("**/languages/sv.js", lambda route: route.abort("connectionrefused"))
    user.open("settings")
    user.page.get_by_role("radio", name="Svenska").locator("xpath=..").click()
    language = user.page.get_by_role("group", name="Language")
    expect(language.get_by_role("radio", name="Automatic")).to_be_checked()
    expect(user.page.locator("html")).to_have_attribute("lang", "en")


def test_the_language_that_was_chosen_last_is_shown(house, siv, new_browser):
    user = new_browser(house).sign_in(siv)
    held = []
    user.page.route("**/languages/sv.js", lambda route: held.append(route))
    user.open("settings")
    with user.page.expect_request("**/languages/sv.js"):
        user.page.get_by_role("radio", name="Svenska").locator("xpath=..").click()
    user.page.get_by_role("radio", name="English").locator("xpath=..").click()
    held[0].continue_()
    user.wait_until_idle()
    expect(user.page.locator("html")).to_have_attribute("lang", "en")
    expect(user.page.get_by_role("group", name="Language")).to_be_visible()


def test_a_third_language_is_one_file_and_one_line(tmp_path, new_browser):
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    table = page / "core" / "language.js"
    table.write_text(table.read_text().replace('  sv: "Svenska",\n', '  sv: "Svenska",\n  eo: "Esperanto",\n'))
    english = (page / "languages" / "en.js").read_text()
    own = {"nav.home": "Hejmo", "kind.lock": "Seruro", "kind.lock.locked": "Ŝlosita"}
    esperanto = english.replace("};\n", "".join(f'  "{key}": "{text}",\n' for key, text in own.items()) + "};\n")
    (page / "languages" / "eo.js").write_text(esperanto)
    with new_house(f"https: {{ pageFolder: {page} }}\n") as house, house.start_gateway(), house.simulate_devices():
        user = new_browser(house, locale="eo").sign_in(house.add_person("Olga", "owner"))
        expect(user.page.locator("html")).to_have_attribute("lang", "eo")
        expect(user.page.get_by_role("navigation").get_by_role("link").first).to_have_text("Hejmo")
        expect(user.value("Front door")).to_have_text("Ŝlosita")
        user.open("device/front-door")
        expect(user.page.locator(".capability-name").first).to_contain_text("Seruro")
