"""People are erased from the records: by an owner who types the name and the PIN, and by themselves."""

from house import wait_until
from playwright.sync_api import expect


def erasures(house):
    return [erasure["state"] for erasure in house.request("GET", "/privacy/erasures")]


def test_an_owner_erases_a_person_by_typing_the_name(house, new_browser):
    nils = house.add_person("Nils Berg", "member")
    before = len(erasures(house))
    owner = new_browser(house).sign_in(house.owner)
    owner.allow_statuses(403)
    owner.open(f"people/{nils}")
    owner.button("Erase").click()
    dialog = owner.page.get_by_role("dialog", name="Erase Nils Berg")
    field = dialog.get_by_label("Type “Nils Berg” to confirm")
    expect(dialog.get_by_text("may keep remains of deleted data", exact=False)).to_be_visible()
    field.fill("Nils")
    dialog.get_by_role("button", name="Erase").click()
    expect(dialog.get_by_text("This isn’t “Nils Berg”.")).to_be_visible()
    assert len(erasures(house)) == before
    field.fill("Nils Berg")
    dialog.get_by_role("button", name="Erase").click()
    owner.enter_pin("Erase Nils Berg")
    expect(owner.toast).to_contain_text("Nils Berg was erased.")
    wait_until("the erasure is finished", lambda: erasures(house)[before:] == ["finished"])
    assert nils not in [person["id"] for person in house.request("GET", "/people")]
    owner.open("activity")
    expect(owner.page.get_by_text("someone who was removed", exact=False).first).to_be_visible()
    expect(owner.page.get_by_text("Nils Berg", exact=False)).to_have_count(0)
    erased = owner.page.locator("details.entry").filter(has_text="Details were erased.").first
    erased.locator(".entry-row").click()
    expect(erased.get_by_text("Details were erased.")).to_be_visible()


def test_a_person_erases_themselves_in_the_settings(house, new_browser):
    vera = house.add_person("Vera Lund", "member", pin=house.pin)
    before = len(erasures(house))
    phone = new_browser(house).sign_in(vera)
    phone.allow_statuses(401, 403)
    phone.open("settings/you")
    phone.button("Erase").click()
    dialog = phone.page.get_by_role("dialog", name="Erase me from this home")
    dialog.get_by_label("Type “Vera Lund” to confirm").fill("Vera Lund")
    dialog.get_by_role("button", name="Erase").click()
    phone.enter_pin("Erase me from this home")
    expect(phone.toast).to_contain_text("You were erased from this home.")
    wait_until("the erasure is finished", lambda: erasures(house)[before:] == ["finished"])
    wait_until("the phone has no key", lambda: phone.identities() == [])
    assert vera not in [person["id"] for person in house.request("GET", "/people")]


def test_an_admin_is_offered_no_action_on_an_owner(house, new_browser):
    admin, member = house.add_person("Alva", "admin"), house.add_person("Moa", "member")
    user = new_browser(house).sign_in(admin)
    offers = ["Rename", "Change role", "Allow first PIN", "Export", "Remove", "Erase"]
    for person, name, offered in [
            (member, "Moa", offers), (admin, "Alva", ["Rename", "Change role", "Export", "Remove"]),
            (house.owner, "Olga", [])]:
        user.open(f"people/{person}")
        expect(user.page.get_by_role("heading", level=1, name=name)).to_be_visible()
        expect(user.page.get_by_role("heading", name="More", exact=True)).to_have_count(1 if offered else 0)
        for verb in [*offers, "Remove PIN"]:
            expect(user.button(verb)).to_have_count(1 if verb in offered else 0)
    user.page.close()
    for person in [admin, member]:
        house.request("DELETE", f"/people/{person}")


def test_the_settings_tell_an_owner_how_to_wipe_the_home(house, new_browser):
    admin = house.add_person("Adam", "admin")
    for person, count in [(house.owner, 1), (admin, 0)]:
        user = new_browser(house).sign_in(person)
        user.open("settings/about")
        expect(user.page.get_by_role("heading", level=3, name="Tomte", exact=True)).to_be_visible()
        expect(user.page.get_by_text("tomte wipe")).to_have_count(count)
        user.page.close()
    house.request("DELETE", f"/people/{admin}")


def test_a_child_is_offered_no_erasure_of_themselves(house, new_browser):
    child = house.add_person("Kid", "child")
    phone = new_browser(house).sign_in(child)
    phone.open("settings/you")
    expect(phone.button("Sign out")).to_be_visible()
    expect(phone.button("Erase")).to_have_count(0)
    house.request("DELETE", f"/people/{child}")
