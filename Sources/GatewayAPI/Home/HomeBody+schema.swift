import GatewayWire
import HomeModel

extension HomeBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Home",
        .object(
            [
                "name": .name, "timeZone": .timeZone, "rooms": .array(of: RoomBody.schema),
                "permissions": .array(of: .permission).about(
                    "The permissions that this session has in at least one place."),
                "stepUps": .array(of: .stepUp).about("The purposes that are confirmed with a PIN now."),
                "isLockedDown": .boolean,
                "isClockKnown": .boolean.about("While false, grants with a time limit allow nothing."),
                "layout": LayoutBody.schema,
            ],
            optional: [
                "preferences": Preferences.schema.about("Those of that person."), "person": PersonBody.schema,
                "openConsents": .array(of: OpenConsentBody.schema).about(
                    "The consents that this person should answer; absent when there are none."),
                "unseenIncidents": .count.about(
                    "The open incidents that that person has not seen; absent for callers who may not see incidents."),
                "openIncidents": .count.about(
                    "The open incidents, seen or not; absent for callers who may not see incidents."),
                "nextWebRootFrom": .time.about(
                    "While the keys of the home are rotated: the latest time at which the next web root takes the place of "
                        + "the present one. People install it before; `GET /door` has it."),
                "newWebRootMadeAt": .time.about(
                    "When the newest web root was made, for a client that was paired before it was the only one: until a "
                        + "person says that it is installed there, the client asks for it."),
                "grants": .array(of: OwnGrantBody.schema).about(
                    "The grants of that person that apply now or will apply, oldest first."),
                "hasPIN": .boolean.about("Whether that person has a PIN."),
                "needsPIN": .boolean.about(
                    "Whether something that person may do, now or at another time, needs a PIN."),
                "maySetPIN": .boolean.about(
                    "Whether that person may set a PIN at this client now. Without a PIN: within ten minutes after "
                        + "pairing, or after a person who manages people allowed it."),
                "unseenNotice": .count.about(
                    "The version of the privacy notice that that person has not seen yet and the client should show."),
            ]))
    static let example = HomeBody(
        name: "Home", timeZone: "Europe/Stockholm", rooms: [.example], person: .example, hasPIN: true,
        needsPIN: true, maySetPIN: true,
        permissions: [.controlDevices], grants: [.example], stepUps: [.commands], isLockedDown: false,
        isClockKnown: true,
        layout: .example, preferences: .example, openConsents: [.example], nextWebRootFrom: .example,
        newWebRootMadeAt: .example)
}

extension OwnGrantBody: DocumentedBody {
    static let schema = Schema.component(
        "OwnGrant",
        .object(
            [
                "id": .id, "permissions": .array(of: .permission), "rooms": .array(of: RoomBody.schema),
                "devices": .array(of: DeviceNameBody.schema).about(
                    "Their names, which the caller may know also while their states are hidden."),
                "capabilities": .array(of: .capabilityKind),
                "windows": .array(of: .text).about("Like `sat,sun 08:00-20:00`, in the home's time zone."),
                "appliesNow": .boolean,
            ],
            optional: [
                "notBefore": .time, "notAfter": .time, "remainingUses": .count,
                "end": .time.about("While it applies: when it no longer does."),
                "nextStart": .time.about(
                    "While it does not apply: when it next does; absent while the clock is not known."),
            ]
        ).about("Without rooms, devices and capabilities it applies everywhere."))

    static let example = {
        let grant = Grant(
            id: GrantID("allow-3f0c2a4e"), person: PersonID("kim"), effect: .allow, permissions: [.controlDevices],
            selector: AccessSelector(rooms: [RoomID("kitchen")], devices: [DeviceID("front-door")]),
            conditions: AccessConditions(windows: [WeeklyWindow("sat,sun 08:00-20:00")].compactMap(\.self)))
        return OwnGrantBody(
            grant, permissions: [.controlDevices],
            timing: GrantTiming(appliesNow: false, end: nil, nextStart: .example), rooms: [.example],
            devices: [.example])
    }()
}

extension DeviceNameBody: DocumentedBody {
    static let schema = Schema.component("DeviceName", .object(["id": .id, "name": .name]))
    static let example = DeviceNameBody(id: DeviceID("front-door"), name: "Front door")
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

extension Schema {
    fileprivate static let timeZone = component(
        "TimeZone",
        .text(1...64, pattern: "^[A-Za-z0-9_+/-]+$").about("The IANA name of a time zone, such as `Europe/Stockholm`."))
}

extension TimeZoneBody: DocumentedBody {
    static let schema = Schema.component("TimeZoneChange", .object(["timeZone": .timeZone]))
    static let example = TimeZoneBody(timeZone: "Europe/Stockholm")
}

extension LockdownBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component("Lockdown", .object(["isOn": .boolean], optional: ["since": .time]))
    static let example = LockdownBody(since: .example)
}

extension LockdownChangeBody: DocumentedBody {
    static let schema = Schema.component("LockdownChange", .object(["isOn": .boolean]))
    static let example = LockdownChangeBody(isOn: true)
}
