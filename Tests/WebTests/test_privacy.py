"""The privacy notice, which each person sees while they join, and the list of what the home stores."""

import contextlib
import json
import re

import pytest
from axe_checks import LEVELS, find_violations
from page_user import DESKTOP, NARROW, PHONE
from playwright.sync_api import expect

NOTICE = "What this home keeps about you"


@contextlib.contextmanager
def added_person(house, name, role="member"):
    """Removes the person after the test, when the browsers have closed their pages."""
    person = house.add_person(name, role)
    try:
        yield person
    finally:
        house.request("DELETE", f"/people/{person}")


def seen_version(house, person):
    """The version of the notice that the person has seen; None for none."""
    return house.request("GET", "/privacy/notice", **{"Tomte-As": person}).get("seenVersion")


def expect_seen(user, house, person):
    """The page records it right after the home is open."""
    expect(user.page.locator(".home-notice")).to_have_count(0)
    user.wait_until_idle()
    assert seen_version(house, person) == 2


def test_a_person_who_is_paired_sees_the_notice_and_the_home_knows(house, new_browser):
    with added_person(house, "Pia") as pia:
        user = new_browser(house)
        _, link = house.create_invitation(pia)
        user.follow_link(link)
        expect(user.page.get_by_role("heading", name=NOTICE)).to_be_visible()
        assert seen_version(house, pia) is None
        user.button("Request access").click()
        user.expect_home()
        expect_seen(user, house, pia)
        user.page.close()


def test_an_invited_guest_sees_the_notice(house, new_browser):
    with added_person(house, "Gil", "guest") as gil:
        invitation = house.request(
            "POST", "/invitations", {"person": gil, "validMinutes": 60, "admission": "number"})
        user = new_browser(house)
        user.follow_link(f"{house.origin}/#{invitation['link'].partition('#')[2]}")
        expect(user.page.get_by_role("heading", name=NOTICE)).to_be_visible()
        user.field("Six digits").fill(invitation["number"])
        user.button("Continue").click()
        user.expect_home()
        expect_seen(user, house, gil)
        user.page.close()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
@pytest.mark.parametrize("locale", ["en-GB", "sv-SE"])
def test_the_notice_is_above_the_button_and_the_button_is_near(house, new_browser, viewport, locale):
    with added_person(house, "Bea") as bea:
        user = new_browser(house, viewport=viewport, locale=locale)
        user.follow_link(house.create_invitation(bea)[1])
        notice = user.page.locator("form .privacy-notice")
        expect(notice.locator("li")).to_have_count(6)
        above = notice.bounding_box()
        button = user.button(re.compile("Request access|Begär åtkomst")).bounding_box()
        assert above["y"] + above["height"] <= button["y"]
        # A person scrolls once at most.
        assert button["y"] + button["height"] < 2 * viewport["height"]
        user.page.close()


def test_the_first_owner_sees_the_notice_in_the_first_step(unclaimed_house, new_browser):
    _, link = unclaimed_house.create_claim_code()
    olga = new_browser(unclaimed_house)
    olga.follow_link(link)
    olga.field("Your name").fill("Olga")
    olga.button("Become the owner").click()
    expect(olga.page.get_by_role("heading", name="What happens at home stays at home")).to_be_visible()
    assert seen_version(unclaimed_house, "olga") is None
    olga.button("Continue").click()
    expect(olga.page.get_by_role("heading", name="What’s your home called?")).to_be_visible()
    olga.wait_until_idle()
    assert seen_version(unclaimed_house, "olga") == 2


def test_a_person_who_has_not_seen_the_notice_is_asked_to_read_it(house, new_browser):
    with added_person(house, "Nia") as nia:
        user = new_browser(house)
        # As a browser that was paired before there was a notice.
        user.page.route("**/privacy/notice", lambda route: route.fulfill(json={"version": 2, "points": []}))
        user.sign_in(nia)
        user.wait_until_idle()
        user.page.unroute("**/privacy/notice")
        user.page.reload()
        user.expect_home()
        # Each load of the page offers a first PIN once.
        user.button("Not now").click()
        expect(user.page.locator(".home-notice")).to_be_visible()
        user.page.locator(".home-notice").get_by_role("link", name="Read").click()
        expect(user.page.get_by_role("heading", name="Everything that’s stored")).to_be_visible()
        user.open("home")
        expect(user.page.locator(".home-notice")).to_have_count(0)
        assert seen_version(house, nia) == 2
        user.page.close()


def test_the_list_shows_each_kind_with_its_facts(house, new_browser):
    user = new_browser(house).sign_in(house.owner)
    user.open("settings/privacy")
    kinds = house.request("GET", "/privacy")["kinds"]
    rows = user.page.locator(".stored-kind")
    expect(rows).to_have_count(len(kinds))
    names = user.page.locator("[data-kind=personNames]")
    expect(names.locator("summary")).to_contain_text("Names of people")
    expect(names.locator("summary")).not_to_contain_text("The name of each person")
    names.locator("summary").click()
    expect(names.locator("dd").first).to_have_text("The name of each person, and an id that is made from it.")
    for words in ["What it is", "Why", "How long", "until the person is removed", "Confidential", "Stored now", "Never", "Table person:"]:
        expect(names).to_contain_text(words)
    audit = user.page.locator("[data-kind=auditLog]")
    expect(audit.locator("summary")).to_contain_text("3 months to 3 years")
    expect(audit.locator("summary")).to_contain_text("B")


@pytest.mark.parametrize("role", ["member", "child", "guest"])
def test_a_person_who_may_not_change_settings_sees_no_amounts(house, new_browser, role):
    with added_person(house, "Sam", role) as sam:
        user = new_browser(house).sign_in(sam)
        user.open("settings/privacy")
        expect(user.page.locator(".stored-kind").first).to_be_visible()
        names = user.page.locator("[data-kind=personNames]")
        names.locator("summary").click()
        expect(names).to_contain_text("Why")
        expect(names).not_to_contain_text("Stored now")
        user.page.close()


@pytest.mark.parametrize("viewport", [DESKTOP, NARROW])
def test_axe_finds_no_violation_in_the_open_list(house, new_browser, viewport):
    user = new_browser(house, viewport=viewport, reduced_motion="reduce").sign_in(house.owner)
    user.open("settings/privacy")
    expect(user.page.locator(".stored-kind").first).to_be_visible()
    user.page.evaluate("() => document.querySelectorAll('.stored-data details').forEach((one) => { one.open = true; })")
    assert not find_violations(user.page, LEVELS)


def test_the_list_begins_with_what_people_look_for(house, new_browser):
    user = new_browser(house).sign_in(house.owner)
    user.open("settings/privacy")
    expect(user.page.locator(".stored-kind").first).to_be_visible()
    kinds = user.page.evaluate("() => [...document.querySelectorAll('.stored-kind')].map((row) => row.dataset.kind)")
    assert kinds[:4] == ["personNames", "personRoles", "grants", "auditLog"]


def test_each_kind_has_its_texts_in_each_language(house, languages):
    for kind in house.request("GET", "/privacy")["kinds"]:
        for part in ["title", "what", "purpose"]:
            key = f"privacy.kind.{kind['id']}.{part}"
            assert all(key in language["messages"] for language in languages.values()), key
            # In English the page says what the gateway says.
            assert languages["en"]["messages"][key] == kind[part], key


def test_no_language_names_a_kind_that_the_gateway_lacks(house, messages):
    ids = {kind["id"] for kind in house.request("GET", "/privacy")["kinds"]}
    named = {key.split(".")[2] for key in messages if key.startswith("privacy.kind.")}
    assert named == ids


def test_the_list_is_a_document_with_stable_words(house):
    document = house.request("GET", "/privacy")
    assert document["format"] == 1
    assert len(json.dumps(document)) < 100_000
    for kind in document["kinds"]:
        assert set(kind) >= {"id", "title", "what", "purpose", "dataClass", "subject", "logs", "storage", "since", "kept", "readers", "places"}
