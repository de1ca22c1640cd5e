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
                "delivery": .word(of: ReportDelivery.self).about(
                    "`acknowledged`: the broker keeps a report that it has received until the gateway has stored it. "
                        + "`atMostOnce`: the device sends a report once, and one that the gateway misses is lost, such as "
                        + "a press of a button during a restart; the present values are read again. Absent for a device "
                        + "that sends no reports."),
            ]))

    static let example = DeviceBody(
        id: DeviceID("fridge"), name: "Fridge", room: .example, link: LinkKind.example.rawValue, availability: .ready,
        manufacturer: "Acme", model: "Plug 2",
        parts: [
            PartBody(
                id: .main, name: "Outlet A", purpose: .foodCooling, asksForPurpose: false,
                capabilities: [
                    CapabilityBody(
                        name: CapabilityName(.switch), type: .boolean, unit: nil, minimum: nil, maximum: nil, step: nil,
                        options: [], isCommanded: true, mayCommand: true, isSensitive: true,
                        mayViewHistory: true, access: CapabilityAccessBody(.switching(on: .direct, off: .stepUp)),
                        flow: nil,
                        state: StateBody(value: .boolean(true), time: .example, isStale: false)),
                    CapabilityBody(
                        name: CapabilityName(.targetTemperature), type: .number, unit: "°C", minimum: 2, maximum: 8,
                        step: 1, options: [], isCommanded: true, mayCommand: true, isSensitive: true,
                        mayViewHistory: true, access: CapabilityAccessBody(.setting(best: .stepUp)), flow: nil,
                        state: StateBody(value: .number(5), time: .example, isStale: false)),
                ])
        ], delivery: .acknowledged)
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
                "asksForPurpose": .boolean.about(
                    "Whether a person still has to set the purpose, or has to set it again, because it is one of the "
                        + "imprecise purposes of earlier versions. Until then all commands of relays and covers need a "
                        + "PIN."),
                "capabilities": .array(of: .capability),
            ],
            optional: [
                "name": .text.about("What the device itself calls the part, such as “Outlet A”; escaped."),
                "purpose": .purpose,
            ]))

    fileprivate static let capability = component(
        "Capability",
        .object(
            [
                "name": .capabilityName, "type": .word(of: ValueType.self),
                "options": .array(of: .text).about("The values of a choice."), "isCommanded": .boolean,
                "mayCommand": .boolean.about(
                    "Whether the caller may command it now; a PIN and the lockdown are not considered."),
                "isSensitive": .boolean.about("Whether at least one of its commands needs a PIN."),
                "isHarmless": .boolean.about(
                    "Whether all of its commands are harmless in every state of the home, so that one may be sent at a "
                        + "single tap."),
                "mayViewHistory": .boolean.about(
                    "Whether the caller may read its stored values. A right to control shows the present state only, and "
                        + "a guest sees no past states."),
            ],
            optional: [
                "access": .capabilityAccess,
                "unit": .text.about("Such as °C or kWh; for a `number`, as its device announces it."),
                "commandOptions": .array(of: .text).about(
                    "The `options` that a command may name, if these are not all: a `movement` reports opening and "
                        + "closing, and accepts only `stopped`."),
                "minimum": .number, "maximum": .number, "step": .number,
                "flow": .flow, "state": .state.about("The last known value; absent if there was none yet."),
            ]))

    private static let commandAccess = component(
        "CommandAccess",
        .word(of: CommandAccess.self).about(
            "`direct`: allowed without a PIN; `stepUp`: allowed after a PIN; `refused`: not allowed."))

    private static let capabilityAccess = component(
        "CapabilityAccess",
        .object(
            [:],
            optional: [
                "on": .commandAccess.about("A switch, a siren, or a level: every value but off."),
                "off": .commandAccess.about("A switch or siren: off. A level: 0, if it can be 0."),
                "options": .table(of: .commandAccess, by: .text).about("A choice: each option of a command."),
                "set": .commandAccess.about(
                    "Every other value: those from `minimum` to `maximum`; all values if these are absent."),
                "minimum": .number, "maximum": .number,
                "beyond": .commandAccess.about("The values below `minimum` and above `maximum`."),
            ]
        ).about(
            "What the caller may do now, with the rights, the lockdown and the purpose considered, and without a PIN that "
                + "was entered before. A page should offer neither on nor off to a caller who may only do one of them.")
    )

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

    static let example = DeviceChangeBody(name: "Fridge", room: "Kitchen", purposes: [.main: .foodCooling])
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
