"""The edit mode of the home screen: order, favourites and hidden tiles, which the gateway keeps for each person."""

import pytest
from axe_checks import COLOURS, LEVELS, find_violations
from playwright.sync_api import expect


@pytest.fixture
def editor(house, olga):
    """The owner in the edit mode, with the keyboard at its title."""
    olga.button("Edit home screen").click()
    expect(olga.page.get_by_role("heading", level=1, name="Edit home screen")).to_be_focused()
    yield olga
    if olga.button("Done").count():
        olga.button("Done").click()
    olga.expect_home()
    olga.button("Edit home screen").click()
    olga.button("Use the home’s order").click()
    expect(olga.toast).to_contain_text("The home’s order is used.")


def rooms(user):
    return user.page.locator(".room h2")


def finish(user):
    user.button("Done").click()
    expect(user.page.locator(".editor")).to_have_count(0)


def press(user, name):
    """Presses a button with the keyboard. The button keeps the focus, so that it can be pressed again."""
    user.button(name).focus()
    user.page.keyboard.press("Enter")
    expect(user.button(name)).to_be_focused()


def test_axe_finds_no_violation_in_the_edit_mode(editor):
    press(editor, "Favourite: Front door")
    assert not find_violations(editor.page, LEVELS)
    editor.page.emulate_media(color_scheme="dark")
    assert not find_violations(editor.page, COLOURS)
    editor.page.emulate_media(color_scheme="light")


def test_a_room_is_reached_by_one_press(editor):
    editor.page.set_viewport_size({"width": 390, "height": 500})
    hall = editor.page.locator(".editor-room h2", has_text="Hall")
    expect(hall).not_to_be_in_viewport()
    editor.page.get_by_role("navigation", name="Go to a room").get_by_role("button", name="Hall").click()
    expect(hall).to_be_in_viewport()
    expect(hall).to_be_focused()
    # The line at the top does not cover the room.
    assert hall.evaluate("""(hall) => hall.getBoundingClientRect().top
      - document.querySelector(".top").getBoundingClientRect().bottom""") >= 0
    editor.page.set_viewport_size({"width": 1280, "height": 800})


def test_rooms_are_ordered_by_keyboard_in_every_window(house, editor, olga_context):
    press(editor, "Move Kitchen up")
    user_rooms = editor.page.locator(".editor-room h2")
    expect(user_rooms).to_have_text(["Bedroom", "Kitchen", "Hall", "Other"])
    press(editor, "Move Kitchen up")
    expect(user_rooms).to_have_text(["Kitchen", "Bedroom", "Hall", "Other"])
    finish(editor)
    expect(rooms(editor)).to_have_text(["Kitchen", "Bedroom", "Hall", "Other"])
    other = olga_context.new_page()
    other.goto(f"{house.origin}/#/home")
    expect(other.locator(".room h2")).to_have_text(["Kitchen", "Bedroom", "Hall", "Other"])
    other.close()


def test_a_change_before_the_one_before_is_stored_holds_too(house, editor):
    held = []
    editor.page.route("**/layout", lambda route: held.append(route) if not held else route.continue_())
    with editor.page.expect_request("**/layout"):
        press(editor, "Move Kitchen up")
    press(editor, "Move Kitchen up")
    editor.button("Done").click()
    held[0].continue_()
    expect(editor.page.locator(".editor")).to_have_count(0)
    expect(rooms(editor)).to_have_text(["Kitchen", "Bedroom", "Hall", "Other"])
    editor.page.reload()
    expect(rooms(editor)).to_have_text(["Kitchen", "Bedroom", "Hall", "Other"])


def change_elsewhere(house, favourites):
    """Changes the layout of the owner as another window would."""
    layout = {"rooms": [], "tiles": [], "favourites": favourites, "hidden": []}
    house.request("PUT", "/layout", layout, **{"Tomte-As": house.owner})


def test_a_change_in_another_window_is_shown_and_not_overwritten(house, editor):
    editor.allow_statuses(412)
    change_elsewhere(house, ["kitchen-lamp/main"])
    press(editor, "Move Kitchen up")
    expect(editor.toast).to_contain_text("The home screen was changed elsewhere")
    favourites = editor.page.get_by_role("region", name="Favourites")
    expect(favourites.locator(".editor-name")).to_have_text(["Kitchen lamp"])
    expect(editor.page.locator(".editor-room h2").nth(1)).not_to_have_text("Kitchen")
    [kept] = house.request("GET", "/layout", **{"Tomte-As": house.owner})["favourites"]
    assert kept == "kitchen-lamp/main"
    editor.button("Undo").click()
    expect(editor.page.locator(".editor-room h2").nth(1)).to_have_text("Kitchen")
    finish(editor)
    assert house.request("GET", "/layout", **{"Tomte-As": house.owner})["favourites"] == []


def test_the_editor_stays_open_when_its_last_change_met_another_one(house, editor):
    editor.allow_statuses(412)
    change_elsewhere(house, ["kitchen-lamp/main"])
    held = []
    editor.page.route("**/layout", lambda route: held.append(route) if not held else route.continue_())
    # The editor stores a change by itself soon, which must not meet the other one before the press on Done.
    with editor.page.expect_request("**/layout"):
        press(editor, "Move Kitchen up")
        editor.button("Done").click()
    expect(editor.page.locator(".editor")).to_have_count(1)
    held[0].continue_()
    expect(editor.toast).to_contain_text("The home screen was changed elsewhere")
    expect(editor.page.locator(".editor")).to_have_count(1)
    finish(editor)
    assert house.request("GET", "/layout", **{"Tomte-As": house.owner})["favourites"] == ["kitchen-lamp/main"]


def test_rooms_and_tiles_are_ordered_by_dragging(house, editor):
    def drag(item, before):
        handle, target = item.locator(".drag").first.bounding_box(), before.bounding_box()
        mouse = editor.page.mouse
        mouse.move(handle["x"] + 8, handle["y"] + 8)
        mouse.down()
        mouse.move(handle["x"] + 8, target["y"] + 4, steps=8)
        mouse.up()

    room = editor.page.locator(".editor-rooms > li")
    drag(room.nth(2), room.nth(0))
    expect(editor.page.locator(".editor-room h2")).to_have_text(["Kitchen", "Bedroom", "Hall", "Other"])
    tiles = room.nth(0).locator(".editor-tile")
    names = tiles.locator(".editor-name").all_inner_texts()
    drag(tiles.nth(1), tiles.nth(0))
    expect(tiles.locator(".editor-name")).to_have_text([names[1], names[0], *names[2:]])
    editor.button("Undo").click()
    expect(tiles.locator(".editor-name")).to_have_text(names)
    finish(editor)
    expect(rooms(editor).first).to_have_text("Kitchen")


def test_favourites_are_first_and_hidden_tiles_are_gone_but_still_count(house, editor):
    press(editor, "Favourite: Front door")
    press(editor, "Hide Kitchen lamp")
    finish(editor)
    favourites = editor.page.get_by_role("region", name="Favourites")
    expect(favourites.locator(editor.tile("Front door"))).to_be_visible()
    expect(editor.tile("Kitchen lamp")).to_have_count(0)
    house.command("kitchen-lamp", "switch", True)
    expect(editor.fact("lights")).to_have_text("1 light on")
    house.command("kitchen-lamp", "switch", False)
    # The page of the room shows what the home view hides.
    editor.page.get_by_role("link", name="Kitchen", exact=True).click()
    expect(editor.tile("Kitchen lamp")).to_be_visible()
    editor.open("home")


def test_the_order_of_the_home_is_that_of_people_without_their_own(house, editor, new_browser):
    editor.allow_statuses(403)
    anna = house.add_person("Anna", "member")
    member = new_browser(house).sign_in(anna)
    expect(member.page.locator(".room h2").first).to_have_text("Bedroom")
    press(editor, "Move Hall up")
    editor.button("Use this order for everybody").click()
    expect(editor.toast).to_contain_text("This is now the home’s order.")
    expect(member.page.locator(".room h2").first).to_have_text("Hall")
    member.button("Edit home screen").click()
    expect(member.button("Use this order for everybody")).to_have_count(0)
    house.request("DELETE", f"/people/{anna}")
    house.request("DELETE", "/home/layout")
