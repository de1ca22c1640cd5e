import DeviceProtocols
import GatewayWire
import HomeModel

extension DiscoveredBody: DocumentedBody {
    static let schema = Schema.component(
        "Discovered",
        .object(
            [
                "id": .id, "link": .text.about("`\(LinkKind.example.rawValue)`, `_hap._tcp`, `_matter._tcp`…"),
                "name": .text,
                "dialects": .array(of: .word(of: LinkKind.self)).about(
                    "The dialects that announce it, the most detailed first. The first one is used unless the adoption "
                        + "names one."
                ),
                "rivals": .array(of: .text).about("Other addresses that claim the same hardware."),
                "others": .array(of: .text).about(
                    "The properties that no capability can represent, as `property: reason`."),
                "addresses": .array(of: .text), "firstSeen": .time, "lastSeen": .time, "isAdoptable": .boolean,
                "asksForPurpose": .array(of: .id).about("The parts for which a person must set the purpose."),
                "suggestedPurposes": .purposes.about("The purposes that parts of this kind usually have."),
            ],
            optional: [
                "address": .text.about("The root topic and the device's own id below it."), "manufacturer": .text,
                "model": .text, "category": .text,
                "isPaired": .boolean.about(
                    "Whether another controller is paired with it, if its protocol reports that."),
                "pairing": .word(of: PairingOffer.self).about(
                    "`available`: the gateway can pair with it, after which its devices can be adopted. `elsewhere`: "
                        + "another controller has paired with it; a Matter node can still be shared from there. Absent for "
                        + "all others."),
                "partNames": .table(of: .text, by: .id).about("What the device calls the parts in `asksForPurpose`."),
                "availability": .availability,
                "setup": SetupOfferBody.schema.about("Present if the gateway can configure the device itself."),
            ]
        ).about("The texts come from the network and are escaped."))

    static let example = DiscoveredBody(
        id: DeviceID("desk-lamp"), link: LinkKind.example.rawValue, dialects: [.example],
        address: "desk-lamp/desk-lamp",
        name: "Desk lamp",
        manufacturer: "Acme", model: "Lamp 1", category: "lightbulb", isPaired: false, availability: .ready,
        addresses: ["192.168.1.20 (eth0)"], firstSeen: .example, lastSeen: .example, isAdoptable: true,
        asksForPurpose: [.main], suggestedPurposes: [.main: .light], partNames: [.main: "Outlet A"], setup: .example,
        pairing: .available)
}

extension SetupOfferBody: DocumentedBody {
    static let schema = Schema.component(
        "SetupOffer",
        .object(["dialect": .directlyConfigured, "address": .ipv4, "port": .integer(1...65_535)]))

    static let example = SetupOfferBody(dialect: DeviceFamilies.directExample, address: .example, port: 80)
}

extension AdoptionBody: DocumentedBody {
    static let schema = Schema.component(
        "Adoption",
        .object(
            ["purposes": .purposes],
            optional: [
                "name": .name.about("The device's own name if absent."), "room": .name,
                "dialect": .word(of: LinkKind.self).about("The most detailed one that announces it if absent."),
            ]))

    static let example = AdoptionBody(name: "Desk lamp", room: "Office", purposes: [.main: .light])
}

extension LinkFindingBody: DocumentedBody {
    static let schema = Schema.component(
        "LinkFinding",
        .object([
            "id": .id, "topic": .text, "code": .text.about("Stable, for programs."), "detail": .text,
            "isKept": .boolean.about("Whether the network retains the message, so that clearing removes it there."),
            "count": .integer(1...Int(Int32.max)), "lastSeen": .time,
        ]).about("The texts come from the network and are escaped."))

    static let example = LinkFindingBody(
        id: FindingID("f1"), topic: "relay/cmnd/POWER", code: "retainedCommand",
        detail: "The broker retains a command here and sends it to the device at every connect.", isKept: true,
        count: 1, lastSeen: .example)
}
