import GatewayWire
import HomeModel

extension HomeBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Home",
        .object(
            [
                "name": .name, "timeZone": .text, "rooms": .array(of: RoomBody.schema),
                "permissions": .array(of: .permission).about(
                    "The permissions that this session has in at least one place."),
                "stepUps": .array(of: .stepUp).about("The purposes that are confirmed with a PIN now."),
                "isLockedDown": .boolean,
                "isClockKnown": .boolean.about("While false, grants with a time limit allow nothing."),
                "layout": LayoutBody.schema,
            ],
            optional: [
                "person": PersonBody.schema, "hasPIN": .boolean.about("Whether that person has a PIN."),
                "needsPIN": .boolean.about(
                    "Whether something that person may do, now or at another time, needs a PIN."),
                "maySetPIN": .boolean.about(
                    "Whether that person may set a PIN at this client now. Without a PIN: within ten minutes after "
                        + "pairing, or after a person who manages people allowed it."),
            ]))
    static let example = HomeBody(
        name: "Home", timeZone: "Europe/Stockholm", rooms: [.example], person: .example, hasPIN: true,
        needsPIN: true, maySetPIN: true,
        permissions: [.controlDevices], stepUps: [.commands], isLockedDown: false, isClockKnown: true,
        layout: .example)
}

extension ClockBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Clock",
        .object([
            "time": .time, "isKnown": .boolean.about("Whether rights with a time limit are decided by this clock."),
            "isSynchronised": .boolean.about("Whether the kernel reports it as synchronised."),
        ]))
    static let example = ClockBody(time: .example, isKnown: true, isSynchronised: true)
}

extension ClockConfirmationBody: DocumentedBody {
    static let schema = Schema.component(
        "ClockConfirmation", .object(["time": .time.about("The correct current time, to within two minutes.")]))
    static let example = ClockConfirmationBody(time: .example)
}

extension LockdownBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component("Lockdown", .object(["isOn": .boolean], optional: ["since": .time]))
    static let example = LockdownBody(since: .example)
}

extension LockdownChangeBody: DocumentedBody {
    static let schema = Schema.component("LockdownChange", .object(["isOn": .boolean]))
    static let example = LockdownChangeBody(isOn: true)
}
