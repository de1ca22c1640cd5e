"""Incidents: the line on the home screen, the list, the timeline, a step against an incident, and its end."""

import re

from axe_checks import find_violations_in_both_schemes
from playwright.sync_api import expect


def opened(house, title):
    return house.request("POST", "/incidents", {"title": title})["id"]


def line(user):
    return user.page.locator(".home-notice.warn")


def test_an_owner_sees_an_incident_until_they_have_opened_it(own_house, new_browser):
    incident = opened(own_house, "A stranger at the door")
    olga = new_browser(own_house).sign_in(own_house.owner)
    # The line names the incident, and leads to it.
    expect(line(olga)).to_contain_text("New incident: A stranger at the door")
    expect(olga.page.locator(".summary")).to_contain_text("new incident")
    show = line(olga).get_by_role("link", name="Show", exact=True)
    expect(show).to_have_attribute("href", re.compile(incident))
    olga.open("settings/incidents")
    expect(olga.page.get_by_role("link", name=re.compile("^Incidents"))).to_contain_text("need")
    row = olga.page.get_by_role("link", name=re.compile("A stranger at the door"))
    expect(row).to_contain_text("New")
    row.click()
    expect(olga.page.get_by_role("heading", level=1, name="A stranger at the door")).to_be_visible()
    olga.open("home")
    olga.expect_home()
    expect(line(olga)).to_have_count(0)
    # It is still open.
    expect(olga.page.locator(".summary")).to_contain_text("open incident")
    expect(olga.page.locator(".summary")).not_to_contain_text("All quiet.")
    mia = new_browser(own_house).sign_in(own_house.member)
    mia.expect_home()
    expect(line(mia)).to_have_count(0)
    expect(mia.page.locator(".summary")).not_to_contain_text("incident")
    mia.allow_statuses(403)
    mia.open(f"incident/{incident}")
    expect(mia.page.get_by_role("heading", level=1, name="A stranger at the door")).to_have_count(0)


def test_an_incident_is_opened_contained_noted_and_closed(own_house, new_browser):
    olga = new_browser(own_house).sign_in(own_house.owner)
    olga.allow_statuses(403, 422)
    olga.open("settings/incidents")
    olga.button("Open an incident").click()
    dialog = olga.page.get_by_role("dialog", name="Open an incident")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog.get_by_text("Write something here.")).to_be_visible()
    dialog.get_by_label("What happened").fill("My phone was stolen")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(olga.page.get_by_role("heading", level=1, name="My phone was stolen")).to_be_visible()
    assert not find_violations_in_both_schemes(olga.page)
    # A step asks first, and is then in the timeline.
    olga.button("Choose: Lock the home down").click()
    steps = olga.page.get_by_role("dialog", name="Lock the home down")
    steps.get_by_role("button", name="Cancel").click()
    assert not own_house.request("GET", "/lockdown")["isOn"]
    olga.button("Choose: Lock the home down").click()
    steps.get_by_role("button", name="Lock the home down").click()
    timeline = olga.page.get_by_role("region", name="What happened")
    expect(timeline).to_contain_text("Olga locked the home down.")
    expect(olga.page.locator(".toast")).to_contain_text("The home is locked down.")
    assert own_house.request("GET", "/lockdown")["isOn"]
    # What was done is said at its step, which is not offered again while it is in force.
    possible = olga.page.get_by_role("region", name="What you can do")
    expect(possible).to_contain_text("Olga locked the home down.")
    expect(olga.button("Choose: Lock the home down")).to_have_count(0)
    assert not find_violations_in_both_schemes(olga.page)
    # It is ended here, with the PIN, and the incident tells that it is over.
    possible.get_by_role("button", name="End it").click()
    olga.enter_pin()
    expect(olga.button("Choose: Lock the home down")).to_be_visible()
    assert not own_house.request("GET", "/lockdown")["isOn"]
    expect(timeline).to_contain_text("Olga ended the lockdown.")
    expect(possible).to_contain_text("Over since")
    olga.button("Change the title").click()
    title = olga.page.get_by_role("dialog", name="Change the title")
    title.get_by_label("What happened").fill("My red phone was stolen")
    title.get_by_role("button", name="Change the title").click()
    expect(olga.page.get_by_role("heading", level=1, name="My red phone was stolen")).to_be_visible()
    olga.button("Add a note").click()
    note = olga.page.get_by_role("dialog", name="Add a note")
    note.get_by_label("Note").fill("It was on the train.")
    note.get_by_role("button", name="Add a note").click()
    expect(timeline).to_contain_text("It was on the train.")
    olga.button("Close the incident").click()
    closing = olga.page.get_by_role("dialog", name="Close this incident?")
    closing.get_by_label("What it was (optional)").fill("The phone was found.")
    closing.get_by_role("button", name="Close").click()
    expect(timeline).to_contain_text("The phone was found.")
    expect(olga.page.get_by_text("Closed, began", exact=False)).to_be_visible()
    expect(olga.button("Choose: Lock the home down")).to_have_count(0)
    # It may have been closed too early.
    olga.button("Open it again").click()
    expect(olga.button("Close the incident")).to_be_visible()
    expect(timeline).to_contain_text("Olga opened the incident again.")
    expect(timeline).to_contain_text("The phone was found.")


def test_the_plan_of_a_rotation_is_shown_before_it_is_done(own_house, new_browser):
    incident = opened(own_house, "A key was copied")
    olga = new_browser(own_house).sign_in(own_house.owner)
    olga.open(f"incident/{incident}")
    # There is nothing to finish yet.
    expect(olga.button("Choose: Make the old keys invalid")).to_have_count(0)
    olga.page.get_by_text("More", exact=True).click()
    olga.button("Choose: Create new keys").click()
    dialog = olga.page.get_by_role("dialog", name="Create new keys")
    expect(dialog.get_by_text("Nothing has been done yet.", exact=False)).to_be_visible()
    expect(dialog.get_by_text("Phones, browsers and terminals", exact=False)).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    assert "overlap" not in own_house.request("GET", "/key-rotation")


def test_a_stolen_phone_has_fitting_steps_and_its_name_stays(own_house, new_browser):
    known = {client["id"] for client in own_house.request("GET", "/clients")}
    new_browser(own_house).sign_in(own_house.owner).page.close()
    [stolen] = [client for client in own_house.request("GET", "/clients") if client["id"] not in known]
    olga = new_browser(own_house).sign_in(own_house.owner)
    own_house.request("PATCH", f"/clients/{stolen['id']}", {"name": "Train phone"})
    olga.allow_statuses(403)
    olga.open("settings/incidents")
    olga.button("Open an incident").click()
    dialog = olga.page.get_by_role("dialog", name="Open an incident")
    # The title suggests the category, until a person chooses one.
    dialog.get_by_label("What happened").fill("A window was broken")
    expect(dialog.get_by_label("Category")).to_have_value("")
    dialog.get_by_label("What happened").fill("My phone was stolen")
    expect(dialog.get_by_label("Category")).to_have_value("lostPhone")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(olga.button("Choose: Sign out everyone")).to_be_hidden()
    # What a person can do comes first. The PIN is changed here, and the incident stays.
    headings = olga.page.locator(".incident h2")
    expect(headings).to_have_text(["What you can do", "What happened", "For others"])
    olga.button("Change PIN").click()
    olga.page.get_by_role("dialog", name="Change PIN").get_by_role("button", name="Cancel").click()
    expect(olga.page.get_by_role("heading", level=1, name="My phone was stolen")).to_be_visible()
    command = olga.page.get_by_role("textbox", name="Command")
    expect(command).to_have_value(re.compile("^tomte incident export "))
    olga.button("Choose: Sign out a phone or browser").click()
    dialog = olga.page.get_by_role("dialog", name="Sign out a phone or browser")
    clients = dialog.get_by_label("Which one")
    # Nothing is selected, and the browser in use comes last.
    expect(clients).to_have_value("")
    expect(clients.locator("option").last).to_contain_text("This one")
    expect(clients.locator("option").filter(has_text="Train phone")).to_contain_text(re.compile("Olga · (last|Last|connected)"))
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    expect(dialog.get_by_text("Choose one first.")).to_be_visible()
    # The list begins with the clients of the person who asks.
    expect(clients.locator("option").nth(1)).to_contain_text("· Olga ·")
    clients.select_option(stolen["id"])
    expect(dialog.get_by_role("status")).to_contain_text("Olga ·")
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    timeline = olga.page.get_by_role("region", name="What happened")
    expect(timeline).to_contain_text("Olga signed out “Train phone” of Olga.")
    olga.button("Close the incident").click()
    closing = olga.page.get_by_role("dialog", name="Close this incident?")
    expect(closing.get_by_text("Signed out: Train phone (Olga).")).to_be_visible()
    closing.get_by_role("link", name="Invite again").click()
    expect(olga.page.get_by_role("heading", level=1, name="People")).to_be_visible()


def test_a_notice_is_drafted_in_both_languages(own_house, new_browser):
    incident = opened(own_house, "A camera was hacked")
    olga = new_browser(own_house).sign_in(own_house.owner)
    olga.open(f"incident/{incident}")
    olga.button("Write a notice").click()
    dialog = olga.page.get_by_role("dialog", name="Write a notice")
    draft = dialog.get_by_role("textbox", name="Write a notice")
    expect(draft).to_have_value(re.compile("What happened\n.*A camera was hacked"))
    expect(dialog.get_by_role("button", name="Copy")).to_be_visible()
    expect(dialog.get_by_text("A private household need not report", exact=False)).to_be_visible()
    dialog.get_by_role("combobox").select_option("sv")
    expect(draft).to_have_value(re.compile("Vad som har hänt"))
    # What a person wrote is not lost without a question.
    draft.fill("Our own words")
    olga.page.keyboard.press("Escape")
    dialog.get_by_role("button", name="Close").click()
    question = olga.page.get_by_role("dialog", name="Discard your changes?")
    question.get_by_role("button", name="Cancel").click()
    expect(draft).to_have_value("Our own words")
    dialog.get_by_role("button", name="Close").click()
    question.get_by_role("button", name="Discard").click()
    expect(dialog).to_have_count(0)


def test_the_page_of_an_incident_follows_what_others_do(own_house, new_browser):
    incident = opened(own_house, "A window was broken")
    olga = new_browser(own_house).sign_in(own_house.owner)
    olga.open(f"incident/{incident}")
    timeline = olga.page.get_by_role("region", name="What happened")
    expect(timeline).to_be_visible()
    own_house.request("POST", f"/incidents/{incident}/notes", {"text": "It was the wind."})
    expect(timeline).to_contain_text("It was the wind.")
    expect(timeline).to_contain_text("A note from the command line.")
