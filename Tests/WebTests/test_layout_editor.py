"""The edit mode of the home screen: order, favourites and hidden tiles, which the gateway keeps for each person."""

import pytest
from playwright.sync_api import expect
from test_accessibility import COLOURS, LEVELS, find_violations


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
    return user.page.locator(".room h2").all_inner_texts()


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


def test_rooms_are_ordered_by_keyboard_in_every_window(house, editor, olga_context):
    press(editor, "Move Kitchen up")
    user_rooms = editor.page.locator(".editor-room h2")
    expect(user_rooms).to_have_text(["Bedroom", "Kitchen", "Hall", "Other"])
    press(editor, "Move Kitchen up")
    expect(user_rooms).to_have_text(["Kitchen", "Bedroom", "Hall", "Other"])
    finish(editor)
    assert rooms(editor) == ["Kitchen", "Bedroom", "Hall", "Other"]
    other = olga_context.new_page()
    other.goto(f"{house.origin}/#/home")
    expect(other.locator(".room h2")).to_have_text(["Kitchen", "Bedroom", "Hall", "Other"])
    other.close()


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
    assert rooms(editor)[0] == "Kitchen"


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
