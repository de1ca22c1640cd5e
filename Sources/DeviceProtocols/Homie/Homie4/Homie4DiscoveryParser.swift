import HomeModel

/// Parses the attributes of Homie 3 and 4 devices below one root, which is the base topic.
package struct Homie4DiscoveryParser: DiscoveryParser {
    package static let filters = Homie4Attribute.filters

    /// The limit for the stored attributes of all devices below one root.
    package static let maximumBytes = 1 << 20

    private let root: String
    private var devices: [String: Homie4Device] = [:]
    private var bytes = 0

    package init(root: String) { self.root = root }

    package static func matches(_ levels: [Substring]) -> Bool { Homie4Attribute.isAttributeTopic(levels) }

    package mutating func receive(_ levels: [Substring], payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent] {
        let topic = levels.joined(separator: "/")
        do throws(DialectError) {
            guard let attribute = Homie4Attribute(levels) else { throw .foreignTopic(EscapedText(topic, limit: 128)) }
            if payload.isEmpty, attribute.path == "$state" || attribute.path == "$homie" {
                return forget(attribute.device)
            }
            if attribute.path == "$state" {
                let availability = try Availability(homieState: payload, .four)
                let news = try change(attribute.device) { $0.availability = availability }
                return [.availability(availability, address(attribute.device))] + news
            }
            // This clears a remaining attribute of a device that was already removed.
            if payload.isEmpty, devices[attribute.device] == nil { return [] }
            let text = try attribute.read(payload)
            let news = try change(attribute.device) { _ = $0.store(text, of: attribute) }
            return attribute.ignoredReason(text).map { [.finding(DiscoveryFinding(topic: topic, $0))] + news } ?? news
        } catch {
            return [.finding(DiscoveryFinding(topic: topic, error))]
        }
    }

    private mutating func forget(_ id: String) -> [DiscoveryEvent] {
        bytes -= devices.removeValue(forKey: id)?.bytes ?? 0
        return [.removed(address(id))]
    }

    /// Applies a change to a device. Throws and changes nothing if the result would exceed the limit.
    private mutating func change(
        _ id: String, change: (inout Homie4Device) -> Void
    ) throws(DialectError) -> [DiscoveryEvent] {
        // The change applies to a copy, so that the stored device stays as it was if the limit is exceeded.
        let old = devices[id]
        var device = old ?? Homie4Device()
        change(&device)
        let total = bytes - (old?.bytes ?? 0) + device.bytes
        guard total <= Self.maximumBytes else { throw .tooLarge(bytes: total, limit: Self.maximumBytes) }
        let news = described(id, device: &device)
        (bytes, devices[id]) = (total, device)
        return news
    }

    /// Announces the device if its description is complete and new. A device that is starting may not have published
    /// all attributes.
    private func described(_ id: String, device: inout Homie4Device) -> [DiscoveryEvent] {
        guard let availability = device.availability, availability != .starting, let document = device.document else {
            return []
        }
        let native = String(decoding: document.json(), as: UTF8.self)
        guard native != device.native else { return [] }
        device.native = native
        return [.described(address(id), HomieDeviceModel(domain: root, id: id, document: document), native: native)]
    }

    private func address(_ id: String) -> LinkAddress { LinkAddress(kind: .homie4, foreignID: id, root: root) }
}
