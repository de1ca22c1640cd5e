import HomeModel

/// The attributes of Homie 3 and 4 devices below one root, which is the base topic.
package struct Homie4Announcements: DialectAnnouncements {
    package static let filters = Homie4Attribute.filters

    /// What all devices of one root may have kept of them.
    package static let maximumBytes = 1 << 20

    private let root: String
    private var devices: [String: Homie4Device] = [:]
    private var bytes = 0

    package init(root: String) { self.root = root }

    package static func hears(_ levels: [Substring]) -> Bool { Homie4Attribute.isHeard(levels) }

    package mutating func hear(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        let topic = levels.joined(separator: "/")
        do throws(DialectError) {
            guard let attribute = Homie4Attribute(levels) else { throw .foreignTopic(InertText(topic, limit: 128)) }
            if payload.isEmpty, attribute.place == "$state" || attribute.place == "$homie" {
                return forget(attribute.device)
            }
            if attribute.place == "$state" {
                let availability = try Availability(homieState: payload, .four)
                let news = try change(attribute.device) { $0.availability = availability }
                return [.availability(availability, address(attribute.device))] + news
            }
            // What is left of a device that was taken back.
            if payload.isEmpty, devices[attribute.device] == nil { return [] }
            let text = try attribute.read(payload)
            let news = try change(attribute.device) { _ = $0.keep(text, of: attribute) }
            return attribute.complaint(text).map { [.finding(DialectFinding(topic: topic, $0))] + news } ?? news
        } catch {
            return [.finding(DialectFinding(topic: topic, error))]
        }
    }

    private mutating func forget(_ id: String) -> [Announcement] {
        bytes -= devices.removeValue(forKey: id)?.bytes ?? 0
        return [.removed(address(id))]
    }

    /// A change that does not fit in is left out.
    private mutating func change(
        _ id: String, _ change: (inout Homie4Device) -> Void
    ) throws(DialectError) -> [Announcement] {
        // Taken out while it changes: what it remembers is not copied.
        let old = devices[id]
        var device = old ?? Homie4Device()
        change(&device)
        let total = bytes - (old?.bytes ?? 0) + device.bytes
        guard total <= Self.maximumBytes else { throw .tooLarge(bytes: total, limit: Self.maximumBytes) }
        let news = described(id, &device)
        (bytes, devices[id]) = (total, device)
        return news
    }

    /// A device that is starting has not yet said everything.
    private func described(_ id: String, _ device: inout Homie4Device) -> [Announcement] {
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
