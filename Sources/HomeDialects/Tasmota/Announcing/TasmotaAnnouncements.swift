import HomeModel

/// Native discovery, which lies outside every device's root: each device may write below its own MAC address only.
/// Whether that address belongs to the root that a config names, its listener checks.
package struct TasmotaAnnouncements: DialectAnnouncements {
    package static let filters = ["tasmota/discovery/+/config", "tasmota/discovery/+/sensors"]

    fileprivate struct Known: Sendable {
        var config: TasmotaConfig?
        /// Nil until heard; both documents come one after the other, in no order that could be relied on.
        var sensors: TasmotaSensors?
        var described: LinkAddress?
    }

    private static let maximumDevices = 1024

    private var devices: [String: Known] = [:]
    private var takenBack = TakenBack()

    package init(root: String) {}

    package static func hears(_ levels: [Substring]) -> Bool {
        levels.count == 4 && levels[0] == "tasmota" && levels[1] == "discovery"
            && (levels[3] == "config" || levels[3] == "sensors")
    }

    package mutating func hear(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        let topic = levels.joined(separator: "/")
        guard levels.count == 4, Self.isAddress(levels[2]) else {
            return [
                .finding(DialectFinding(topic: topic, .foreignTopic(InertText(topic, limit: 128)), isUseless: true))
            ]
        }
        let mac = levels[2].lowercased()
        var known = devices[mac] ?? Known()
        guard devices[mac] != nil || devices.count < Self.maximumDevices else {
            return [.finding(DialectFinding(topic: topic, .tooMany("devices", limit: Self.maximumDevices)))]
        }
        let news =
            levels[3] == "config" ? known.hearConfig(payload, mac, topic) : known.hearSensors(payload, topic)
        devices[mac] = known.isForgotten ? nil : known
        return takenBack.complete(news)
    }

    /// As the firmware writes it: 12 digits in upper case.
    private static func isAddress(_ level: Substring) -> Bool {
        level.utf8.count == 12
            && level.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }
}

extension TasmotaAnnouncements.Known {
    var isForgotten: Bool { config == nil && sensors == nil }

    mutating func hearConfig(_ payload: [UInt8], _ mac: String, _ topic: String) -> [Announcement] {
        guard !payload.isEmpty else {
            config = nil
            return takeBack()
        }
        do throws(DialectError) {
            config = try TasmotaConfig(try JSONValue(parsing: payload), mac: mac)
            return describe()
        } catch {
            return [.finding(DialectFinding(topic: topic, error, isUseless: config == nil))]
        }
    }

    mutating func hearSensors(_ payload: [UInt8], _ topic: String) -> [Announcement] {
        guard !payload.isEmpty else {
            sensors = nil
            return []
        }
        do throws(DialectError) {
            sensors = try TasmotaSensors(try JSONValue(parsing: payload))
            return describe()
        } catch {
            // Its relays are there whatever its sensors say.
            sensors = sensors ?? TasmotaSensors.none
            return [.finding(DialectFinding(topic: topic, error))] + describe()
        }
    }

    /// Also a device that has not changed: a caller that forgot it gets it again. As long as its sensors are not heard, its
    /// outputs and switches are all that is known of it; firmware without sensors may never send that document.
    private mutating func describe() -> [Announcement] {
        guard let config else { return [] }
        let model = TasmotaModel(config, sensors ?? TasmotaSensors.none)
        let moved = described == model.address ? [] : takeBack()
        described = model.address
        guard sensors != nil else { return moved + [.sketched(model.address, model, native: model.native)] }
        return moved + [.described(model.address, model, native: model.native)]
    }

    private mutating func takeBack() -> [Announcement] {
        guard let known = described else { return [] }
        described = nil
        return [.removed(known)]
    }
}
