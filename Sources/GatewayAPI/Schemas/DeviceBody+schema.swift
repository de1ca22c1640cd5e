import GatewayWire
import HomeModel

extension DeviceBody: DocumentedBody, Answer {
    static let schema = Schema.component(
        "Device",
        .object(
            [
                "id": .id, "name": .name, "link": .word(of: LinkKind.self), "availability": .availability,
                "parts": .array(of: .part),
            ],
            optional: [
                "room": RoomBody.schema, "manufacturer": .text, "model": .text,
                "others": .array(of: .text).about("What no capability can hold, as `what: why`."),
            ]))

    static let example = DeviceBody(
        id: DeviceID("fridge"), name: "Fridge", room: .example, link: LinkKind.homie5.rawValue, availability: .ready,
        manufacturer: "Acme", model: "Plug 2",
        parts: [
            PartBody(
                id: .main, purpose: .appliance, asksForPurpose: false,
                capabilities: [
                    CapabilityBody(
                        name: CapabilityName(.power), type: .number, unit: "W", minimum: 0, maximum: 3680, step: 0.1,
                        options: [], isCommanded: false, mayCommand: false, isSensitive: false, flow: .consumption,
                        state: StateBody(value: .number(94.1), time: .example, isStale: false))
                ])
        ])
}

extension RoomNameBody: DocumentedBody {
    static let schema = Schema.component("RoomName", .object(["name": .name]))
    static let example = RoomNameBody(name: "Kitchen")
}

extension RoomBody: DocumentedBody, Answer {
    static let schema = Schema.component("Room", .object(["id": .id, "name": .name]))
    static let example = RoomBody(id: RoomID("kitchen"), name: "Kitchen")
}

extension Schema {
    fileprivate static let part = component(
        "Part",
        .object(
            [
                "id": .id,
                "asksForPurpose": .boolean.about("Whether someone still has to say what it moves or feeds."),
                "capabilities": .array(of: .capability),
            ],
            optional: ["purpose": .purpose]))

    fileprivate static let capability = component(
        "Capability",
        .object(
            [
                "name": .capabilityName, "type": .word(of: ValueType.self),
                "options": .array(of: .text).about("What a choice chooses from."), "isCommanded": .boolean,
                "mayCommand": .boolean.about(
                    "Whether whoever asks may tell it something now; a PIN and the lockdown come on top."),
                "isSensitive": .boolean.about("Whether something that it can be told needs a PIN."),
            ],
            optional: [
                "unit": .text.about("Such as °C or kWh; of a `number`, as its device announces it."),
                "commandOptions": .array(of: .text).about(
                    "Which of `options` a command may name, where these are not all: a `movement` reports opening and "
                        + "closing, and takes only `stopped`."),
                "minimum": .number, "maximum": .number, "step": .number,
                "flow": .flow, "state": .state.about("The last value known; absent when there was none yet."),
            ]))

    private static let state = component(
        "State",
        .object(
            ["value": .value, "isStale": .boolean.about("True while the device may not be there.")],
            optional: [
                "time": .time.about(
                    "When the device said it. Absent when the broker kept it, which does not say since when.")
            ]))
}

extension DeviceChangeBody: DocumentedBody {
    static let schema = Schema.component(
        "DeviceChange",
        .object([:], optional: ["name": .name, "room": .name, "purposes": .purposes]).about("What is absent stays."))

    static let example = DeviceChangeBody(name: "Fridge", room: "Kitchen", purposes: [.main: .appliance])
}

extension Schema {
    /// By part.
    static let purposes = table(of: .purpose, by: .id)
}

extension Timestamp {
    /// The moment of every example.
    static let example = Timestamp(milliseconds: 1_767_182_400_000)
}
