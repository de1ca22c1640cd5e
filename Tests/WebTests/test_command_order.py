"""The order of the page's commands and of the gateway's messages about them, which arrive on different connections."""

# Two commands for one lamp. The test answers their requests, and brings the events, when it wants to.
TWO_COMMANDS = """async ({ CommandTracker }, events) => {
    const requests = [];
    const request = (method, path, body) => new Promise((answer) => requests.push({ body, answer }));
    const tracker = new CommandTracker({ client: { request }, markChanged() {}, capability() {} });
    const target = { device: "lamp", part: "main", capability: "switch" };
    const nextTurn = () => new Promise((resolve) => { setTimeout(resolve); });
    tracker.send(target, true);
    await nextTurn();
    tracker.send(target, false);
    const sent = [];
    for (const event of [null, ...events]) {
        if (event) tracker.apply({ ...target, deadlineSeconds: 10, ...event });
        await nextTurn();
        sent.push(requests.map(({ body }) => body.value));
    }
    const last = tracker.last("lamp", "main", "switch");
    return { sent, value: last?.value, isLastOfDevice: Boolean(last) && tracker.isLastOfDevice(last), status: last?.status };
}"""


def test_a_message_about_an_earlier_command_does_not_make_it_the_last_one(olga):
    accepted = {"id": "1", "value": True}
    second = {"id": "2", "value": False}
    result = olga.evaluate_in_module("core/command-tracker.js", TWO_COMMANDS, [
        accepted, accepted, second, accepted, {**accepted, "outcome": "superseded"}])
    # The second command is sent when the gateway has received the first one.
    assert result["sent"] == [[True]] + [[True, False]] * 5
    assert (result["value"], result["status"], result["isLastOfDevice"]) == (False, "pending", True)


def test_a_command_of_another_person_replaces_ours(olga):
    result = olga.evaluate_in_module("core/command-tracker.js", TWO_COMMANDS, [
        {"id": "1", "value": True}, {"id": "2", "value": False},
        {"id": "3", "value": True}, {"id": "2", "value": False, "outcome": "superseded"}])
    assert (result["value"], result["status"], result["isLastOfDevice"]) == (True, "pending", True)
