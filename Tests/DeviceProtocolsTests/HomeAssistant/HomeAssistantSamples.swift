import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Discovery messages of a device whose root is `u`.
struct HomeAssistantSample {
    private(set) var parser = HomeAssistantDiscoveryParser(root: "u")

    mutating func receive(_ path: String, payload: JSONValue) -> [DiscoveryEvent] {
        parser.receive("u/ha/\(path)/config", payload: payload.description)
    }

    mutating func clear(_ path: String) -> [DiscoveryEvent] { parser.receive("u/ha/\(path)/config", payload: "") }

    /// Returns the model of a device with one entity. A default `dev` block identifies the device if `fields` has none.
    static func device(_ platform: String, fields: JSONValue) throws -> any DialectModel {
        var sample = HomeAssistantSample()
        let members = fields.members ?? []
        let block = JSONObject.Member(key: "dev", value: ["ids": "d1", "name": "Device"])
        let events = sample.receive("\(platform)/one", payload: .object(JSONObject([block] + members)))
        return try #require(events.described.last?.model, "\(events)")
    }
}

extension DialectModel {
    /// Every capability as `part capability …`, in the form that the fixtures use.
    var capabilityLines: [String] {
        description.parts.flatMap { part in part.capabilities.map { "\(part.id) \($0.line)" } }.sorted()
    }

    /// The messages of a command, each as `topic payload`; nil if the model encodes no command.
    func told(_ part: PartID, capability: String, value: CapabilityValue) -> [String]? {
        CapabilityName(capability).flatMap { encodeCommand(part, capability: $0, value: value, number: 7) }?.messages
            .map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
    }
}
