import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

/// What a device called `u` says below its root.
struct HomeAssistantSample {
    private(set) var announcements = HomeAssistantAnnouncements(root: "u")

    mutating func hear(_ path: String, _ payload: JSONValue) -> [Announcement] {
        announcements.hear("u/ha/\(path)/config", payload.description)
    }

    mutating func clear(_ path: String) -> [Announcement] { announcements.hear("u/ha/\(path)/config", "") }

    /// The device that one entity makes, with the block `dev` where it has none of its own.
    static func device(_ platform: String, _ fields: JSONValue) throws -> any DialectModel {
        var sample = HomeAssistantSample()
        let members = fields.members ?? []
        let block = JSONObject.Member(key: "dev", value: ["ids": "d1", "name": "Device"])
        let news = sample.hear("\(platform)/one", .object(JSONObject([block] + members)))
        return try #require(news.described.last?.model, "\(news)")
    }
}

extension DialectModel {
    /// `part capability …` of everything, as fixtures write it.
    var capabilityLines: [String] {
        description.parts.flatMap { part in part.capabilities.map { "\(part.id) \($0.line)" } }.sorted()
    }

    func told(_ part: PartID, _ capability: String, _ value: CapabilityValue) -> [String]? {
        CapabilityName(capability).flatMap { order(part, $0, value, number: 7) }?.messages
            .map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
    }
}
