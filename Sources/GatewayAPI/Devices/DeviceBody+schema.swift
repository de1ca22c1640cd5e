import DeviceProtocols
import GatewayWire
import HomeModel

extension DeviceBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Device",
        .object(
            [
                "id": .id, "name": .name, "link": .word(of: LinkKind.self), "availability": .availability,
                "parts": .array(of: .part),
            ],
            optional: [
                "room": RoomBody.schema, "manufacturer": .text, "model": .text,
                "others": .array(of: .text).about(
                    "The properties that no capability can represent, as `property: reason`."),
            ]))

    static let example = DeviceBody(
        id: DeviceID("fridge"), name: "Fridge", room: .example, link: LinkKind.example.rawValue, availability: .ready,
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

extension RoomBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component("Room", .object(["id": .id, "name": .name]))
    static let example = RoomBody(id: RoomID("kitchen"), name: "Kitchen")
}

extension Schema {
    fileprivate static let part = component(
        "Part",
        .object(
            [
                "id": .id,
                "asksForPurpose": .boolean.about("Whether a person still has to set the purpose."),
                "capabilities": .array(of: .capability),
            ],
            optional: ["purpose": .purpose]))

    fileprivate static let capability = component(
        "Capability",
        .object(
            [
                "name": .capabilityName, "type": .word(of: ValueType.self),
                "options": .array(of: .text).about("The values of a choice."), "isCommanded": .boolean,
                "mayCommand": .boolean.about(
                    "Whether the caller may command it now; a PIN and the lockdown are not considered."),
                "isSensitive": .boolean.about("Whether at least one of its commands needs a PIN."),
            ],
            optional: [
                "unit": .text.about("Such as °C or kWh; for a `number`, as its device announces it."),
                "commandOptions": .array(of: .text).about(
                    "The `options` that a command may name, if these are not all: a `movement` reports opening and "
                        + "closing, and accepts only `stopped`."),
                "minimum": .number, "maximum": .number, "step": .number,
                "flow": .flow, "state": .state.about("The last known value; absent if there was none yet."),
            ]))

    private static let state = component(
        "State",
        .object(
            ["value": .value, "isStale": .boolean.about("True while the device is not known to be available.")],
            optional: [
                "time": .time.about(
                    "When the device reported it. Absent if the broker retained the value, because its time is then "
                        + "unknown."
                )
            ]))
}

extension DeviceChangeBody: DocumentedBody {
    static let schema = Schema.component(
        "DeviceChange",
        .object([:], optional: ["name": .name, "room": .name, "purposes": .purposes]).about(
            "Absent properties stay as they are."))

    static let example = DeviceChangeBody(name: "Fridge", room: "Kitchen", purposes: [.main: .appliance])
}

extension Schema {
    /// The purposes by part.
    static let purposes = table(of: .purpose, by: .id)
}

extension LinkKind {
    /// The dialect in every example.
    static let example = DeviceFamilies.standard.linkKinds.first ?? .archive
}

extension Timestamp {
    /// The time in every example.
    static let example = Timestamp(milliseconds: 1_767_182_400_000)
}
