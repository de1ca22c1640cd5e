import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import NIOCore

/// The catalogue of capabilities.
enum CapabilityRoutes {
    static let all: [Route<Void>] = [
        .on(
            .get, path: "/capabilities", access: .perItem,
            summary: "List the kinds of capabilities, with their units, ranges, safety and words"
        ) { _ in CapabilityCatalogueResponse() }
    ]
}

/// The response with the catalogue, which is the same for every caller while the program runs.
struct CapabilityCatalogueResponse: DocumentedResponse {
    static let documentation = [CapabilityRowBody].documentation

    private static let bytes = ByteBuffer(bytes: CapabilityRowBody.encodedCatalogue)

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: Self.bytes))
    }
}

extension CapabilityRowBody: DocumentedBody {
    static let schema = Schema.component(
        "CapabilityRow",
        .object(
            [
                "kind": .capabilityKind, "type": .word(of: ValueType.self), "recording": .word(of: Recording.self),
                "isCounter": .boolean.about("Whether the value only grows, except for resets."),
                "hasFlow": .boolean.about("Whether a capability of this kind can have a `flow`."),
                "travels": .boolean.about("Whether a command starts a movement that a stop ends."),
                "safety": .word(of: Safety.self).about(
                    "`routine`: no command needs a PIN; `byPurpose`: the purpose of the part decides; `sensitive`: all "
                        + "commands need a PIN, except those to one of the `routineValues`."),
                "icon": .text, "domain": .word(of: CapabilityDomain.self), "name": .localized,
                "values": .array(of: .valueWords).about("The options of a choice, or the booleans with own words."),
                "isOnTiles": .boolean.about("Whether a tile shows it beside its main value."),
                "isListedLast": .boolean.about("Whether a list shows it after the other kinds."),
            ],
            optional: [
                "unit": .words(units).about("The canonical unit of its numbers."), "minimum": .number,
                "maximum": .number, "step": .number.about("The smallest step of a control."),
                "decimals": .count.about("The decimals to show; absent if they depend on the number."),
                "retention": .word(of: RecordKind.self), "routineValues": .array(of: .text), "plural": .localized,
            ]))

    static let example = CapabilityRowBody(CapabilityKind.battery.row)

    /// The canonical units, in the order of the catalogue.
    private static let units = CapabilityCatalogue.rows.compactMap(\.facts.unit).reduce(into: [String]()) { all, unit in
        if !all.contains(unit.rawValue) { all.append(unit.rawValue) }
    }
}

extension Schema {
    fileprivate static let localized = component("LocalizedText", .object(["en": .text, "sv": .text]))

    fileprivate static let valueWords = component(
        "ValueWords",
        .object(
            ["value": .value, "text": localized],
            optional: [
                "command": localized.about("Absent for a state that only the device itself enters."),
                "alarm": localized.about("What has happened; absent for a value that is no alarm."),
            ]))
}
