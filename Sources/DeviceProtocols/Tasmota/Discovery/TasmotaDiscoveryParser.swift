import HomeModel

/// Parses Tasmota's native discovery. Its topics lie outside the root of every device; each device may write only below
/// its own MAC address. The caller checks whether that address belongs to the root that a config names.
package struct TasmotaDiscoveryParser: DiscoveryParser {
    package static let filters = ["tasmota/discovery/+/config", "tasmota/discovery/+/sensors"]

    /// The documents of one device that were received so far.
    fileprivate struct Known: Sendable {
        var config: TasmotaConfig?
        /// Nil until received. The two documents arrive one after the other in any order.
        var sensors: TasmotaSensors?
        var described: LinkAddress?
    }

    private static let maximumDevices = 1024

    private var devices: [String: Known] = [:]
    private var retracted = RetractedDevices()

    package init(root: String) {}

    package static func matches(_ levels: [Substring]) -> Bool {
        levels.count == 4 && levels[0] == "tasmota" && levels[1] == "discovery"
            && (levels[3] == "config" || levels[3] == "sensors")
    }

    package mutating func receive(_ levels: [Substring], payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent] {
        let topic = levels.joined(separator: "/")
        guard levels.count == 4, Self.isAddress(levels[2]) else {
            return [
                .finding(
                    DiscoveryFinding(topic: topic, .foreignTopic(EscapedText(topic, limit: 128)), isUnusable: true))
            ]
        }
        let mac = levels[2].lowercased()
        var known = devices[mac] ?? Known()
        guard devices[mac] != nil || devices.count < Self.maximumDevices else {
            return [.finding(DiscoveryFinding(topic: topic, .tooMany("devices", limit: Self.maximumDevices)))]
        }
        let news =
            levels[3] == "config"
            ? known.receiveConfig(payload, mac: mac, topic: topic) : known.receiveSensors(payload, topic: topic)
        devices[mac] = known.isForgotten ? nil : known
        return retracted.complete(news)
    }

    /// Whether the level is a MAC address in the form of the firmware: 12 digits in upper case.
    private static func isAddress(_ level: Substring) -> Bool {
        level.utf8.count == 12
            && level.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }
}

extension TasmotaDiscoveryParser.Known {
    var isForgotten: Bool { config == nil && sensors == nil }

    mutating func receiveConfig(_ payload: [UInt8], mac: String, topic: String) -> [DiscoveryEvent] {
        guard !payload.isEmpty else {
            config = nil
            return retract()
        }
        do throws(DialectError) {
            config = try TasmotaConfig(try JSONValue(parsing: payload), mac: mac)
            return describe()
        } catch {
            return [.finding(DiscoveryFinding(topic: topic, error, isUnusable: config == nil))]
        }
    }

    mutating func receiveSensors(_ payload: [UInt8], topic: String) -> [DiscoveryEvent] {
        guard !payload.isEmpty else {
            sensors = nil
            return []
        }
        do throws(DialectError) {
            sensors = try TasmotaSensors(try JSONValue(parsing: payload))
            return describe()
        } catch {
            // The outputs of the device are usable even if its sensors are not.
            sensors = sensors ?? TasmotaSensors.none
            return [.finding(DiscoveryFinding(topic: topic, error))] + describe()
        }
    }

    /// Describes the device, also an unchanged one, because the caller may have forgotten it. Until the sensors are
    /// received, only the outputs and switches are known; firmware without sensors may never send that document.
    private mutating func describe() -> [DiscoveryEvent] {
        guard let config else { return [] }
        let model = TasmotaModel(config, sensors: sensors ?? TasmotaSensors.none)
        let moved = described == model.address ? [] : retract()
        described = model.address
        guard sensors != nil else { return moved + [.partiallyDescribed(model.address, model, native: model.native)] }
        return moved + [.described(model.address, model, native: model.native)]
    }

    private mutating func retract() -> [DiscoveryEvent] {
        guard let known = described else { return [] }
        described = nil
        return [.removed(known)]
    }
}
