import DeviceEmulators
import Foundation
import HomeModel
package import YAMLFields
import Yams

/// Reads a scenario file. All its mistakes are reported at once.
package struct ScenarioReader {
    package static let maximumBytes = 1024 * 1024
    private static let maximumDevices = 10_000

    private var mistakes: [FieldError] = []
    var pairables: [ScenarioPairable] = []
    private var devices: [ScenarioDevice] = []
    private var unconfigured: [(device: ScenarioDevice, port: UInt16)] = []
    var ids: Set<String> = []
    private var rooms: [ScenarioRoom] = []

    /// Reads the scenario at `path`. Throws a `ScenarioError`.
    package static func read(contentsOf path: String) throws(ScenarioError) -> Scenario {
        guard let data = FileManager.default.contents(atPath: path), let text = String(bytes: data, encoding: .utf8)
        else { throw .unreadable(path: path) }
        return try read(text)
    }

    /// Reads a scenario from YAML text. Throws a `ScenarioError`.
    package static func read(_ yaml: String) throws(ScenarioError) -> Scenario {
        let bytes = yaml.utf8.count
        guard bytes <= maximumBytes else { throw .tooLarge(bytes: bytes, limit: maximumBytes) }
        let root: Node
        do throws(FieldError) {
            root = try Node.parsed(yaml)
        } catch {
            throw .notYAML(error)
        }
        var reader = ScenarioReader()
        let scenario = reader.scenario(root)
        guard reader.mistakes.isEmpty else { throw .mistakes(reader.mistakes.sortedByLine) }
        return scenario
    }

    private mutating func scenario(_ root: Node) -> Scenario {
        var fields = FieldDecoder(root, thing: "a scenario")
        let name = fields.text("name") ?? ""
        let seed = fields.whole("seed", in: 0...Int.max, default: 1)
        let rate = fields.number("rate", in: 0.01...10_000, default: 1)
        let residents = fields.whole("residents", in: 0...20, default: 2)
        var place = GeographicLocation(latitude: 59.33, longitude: 18.07)
        if let node = fields.node("place") {
            var at = FieldDecoder(node, thing: "a place")
            place = GeographicLocation(
                latitude: at.number("latitude", in: -90...90, default: place.latitude),
                longitude: at.number("longitude", in: -180...180, default: place.longitude))
            close(&at)
        }
        for node in fields.list("rooms") { room(node) }
        for node in fields.list("bridges") { bridge(node) }
        let deviceNodes = fields.list("devices")
        for node in deviceNodes { device(node) }
        if deviceNodes.isEmpty { fields.note("a scenario needs at least one entry in “devices”") }
        let services = fields.list("mdns").compactMap { service($0) }
        let faults = fields.list("faults").compactMap { fault($0) }
        close(&fields)
        var scenario = Scenario(
            name: name, seed: UInt64(seed), rate: rate, place: place, residents: residents, rooms: rooms,
            devices: devices, services: services, faults: faults)
        scenario.unconfigured = unconfigured
        scenario.pairables = pairables
        return scenario
    }

    /// Ends one mapping: reports the keys that are not known, and all mistakes noted in it.
    mutating func close(_ fields: inout FieldDecoder) {
        fields.rejectUnknownKeys()
        add(fields.mistakes)
    }

    mutating func add(_ others: [FieldError]) { mistakes += others }

    private mutating func room(_ node: Node) {
        var fields = FieldDecoder(node, thing: "a room")
        let name = fields.name("name")
        let use = fields.required("use").flatMap { fields.choice($0, key: "use", type: RoomUse.self) }
        let area = fields.number("area", in: 1...1000, default: 15)
        if let name, rooms.contains(where: { $0.name == name }) { fields.note("there are two rooms “\(name)”") }
        close(&fields)
        guard let name, let use else { return }
        rooms.append(ScenarioRoom(name: name, use: use, areaSquareMetres: area))
    }

    private mutating func device(_ node: Node) {
        var fields = FieldDecoder(node, thing: "a device")
        let kind = fields.required("kind").flatMap { fields.choice($0, key: "kind", type: DeviceKind.self) }
        if let link = link(&fields), link != .mqtt { return pairable(&fields, kind: kind, link: link) }
        let dialect =
            fields.node("dialect").flatMap { fields.choice($0, key: "dialect", type: SimulatedDialect.self) }
            ?? SimulatedDialects.standard
        let id = identifier(&fields, key: "id", default: nil)
        let root = identifier(&fields, key: "root", default: id)
        let name = fields.name("name")
        let room = place(&fields, kind: kind)
        let interval = fields.duration("every", in: .milliseconds(10)...(.hours(24)), default: .seconds(10))
        let phase = phase(&fields)
        let count = fields.whole("count", in: 1...Self.maximumDevices, default: 1)
        let webPort = fields.whole("setup", in: 0...65_535, default: 0)
        if webPort > 0, dialect.setup == nil || count > 1 {
            fields.note("“setup” is the port of one device of a dialect that is configured over its web server")
        }
        var traits = DeviceTraits()
        if let kind { traits = TraitReader.traits(of: kind, from: &fields) }
        if let kind, kind.isSingular, devices.contains(where: { $0.kind == kind }) {
            fields.note("a home has at most one \(kind.rawValue)")
        }
        defer { if kind != nil { close(&fields) } else { add(fields.mistakes) } }
        guard let kind, let id, let root, let name else { return }
        check(&fields, root: root, dialect: dialect, count: count)
        guard devices.count + count <= Self.maximumDevices else {
            fields.note("a home has at most \(Self.maximumDevices) devices")
            return
        }
        for number in 1...count {
            let own = count == 1 ? id : "\(id)-\(number)"
            if !ids.insert(own).inserted { fields.note("there are two devices “\(own)”") }
            let shown = count == 1 ? name : DisplayName(reducing: "\(name) \(number)", fallback: name)
            let device = ScenarioDevice(
                id: own, kind: kind, dialect: dialect, name: shown, room: room, root: root, interval: interval,
                phase: phase ?? .l1, traits: traits)
            if number == 1, let name = device.inexpressible.first {
                fields.note("\(dialect.rawValue) cannot express the \(name) of a \(kind.rawValue)")
            }
            if webPort > 0 {
                unconfigured.append((device, UInt16(clamping: webPort)))
            } else {
                devices.append(device)
            }
        }
    }

    /// Checks that the devices of one connection use one dialect, and that only a bridge has several devices.
    private func check(_ fields: inout FieldDecoder, root: String, dialect: SimulatedDialect, count: Int) {
        let others = devices.filter { $0.root == root }
        if let other = others.first(where: { $0.dialect != dialect }) {
            fields.note("“\(other.id)” on the same “root” uses the dialect \(other.dialect.rawValue)")
        }
        if !dialect.isBridge, !others.isEmpty || count > 1 {
            fields.note("a device of the dialect \(dialect.rawValue) needs a “root” and a connection of its own")
        }
    }

    func phase(_ fields: inout FieldDecoder) -> Phase? {
        let phases: [String: Phase] = ["1": .l1, "2": .l2, "3": .l3, "all": .all]
        let phase = fields.text("phase", default: "1").flatMap { phases[$0] }
        if phase == nil { fields.note("“phase” is 1, 2, 3 or all") }
        return phase
    }

    func identifier(_ fields: inout FieldDecoder, key: String, default fallback: String?) -> String? {
        guard let node = fallback == nil && key == "id" ? fields.required(key) : fields.node(key) else {
            return fallback
        }
        guard let id = node.scalar.flatMap({ DeviceID($0.string) }) else {
            fields.note("“\(key)” is made of a-z, 0-9 and -, at most 64 of them", at: node)
            return nil
        }
        return id.rawValue
    }

    func place(_ fields: inout FieldDecoder, kind: DeviceKind?) -> DisplayName? {
        let room = fields.name("room", isRequired: kind?.needsRoom ?? false)
        if let room, !rooms.contains(where: { $0.name == room }) {
            let offered = rooms.map(\.name.text).joined(separator: ", ")
            fields.note("there is no room “\(room)”; there are \(offered)", at: fields.node("room"))
        }
        return room
    }

    private mutating func service(_ node: Node) -> ScenarioService? {
        var fields = FieldDecoder(node, thing: "an mDNS record")
        let name = fields.text("name")
        let type = fields.text("service")
        let port = fields.whole("port", in: 1...65_535, default: 80)
        let subtypes = fields.list("subtypes").compactMap { $0.scalar?.string }
        var txt: [String] = []
        for node in fields.list("txt") {
            let entry = node.scalar?.string ?? ""
            if !(1...255).contains(entry.utf8.count) { fields.note("a “txt” entry is a text key=value", at: node) }
            txt.append(entry)
        }
        let label = fields.node("host")?.scalar?.string
        let address = fields.node("address")?.scalar?.string
        if (label == nil) != (address == nil) { fields.note("give both “host” and “address”, or neither") }
        close(&fields)
        guard let name, let type else { return nil }
        let host = label.flatMap { label in address.map { ScenarioService.Host(label: label, address: $0) } }
        return ScenarioService(
            name: name, type: type, subtypes: subtypes, port: UInt16(port), txt: txt, host: host)
    }

    private mutating func fault(_ node: Node) -> FaultWindow? {
        var fields = FieldDecoder(node, thing: "a fault")
        let kind = fields.required("fault").flatMap { fields.choice($0, key: "fault", type: Fault.Kind.self) }
        let device = fields.text("device")
        if let device, !ids.contains(device) {
            fields.note("there is no device “\(EscapedText(device, limit: 64))”", at: fields.node("device"))
        }
        let from = fields.duration("from", in: .zero...(.days(365)), default: .zero)
        let duration = fields.duration("for", in: .milliseconds(1)...(.days(365)), default: .days(365))
        let share = fields.number("share", in: 0...1, default: 1)
        let amount = fields.duration("by", in: .zero...(.days(365)), default: .seconds(2))
        let isBehind = fields.boolean("behind", default: false)
        checkFault(kind, device: device, in: &fields)
        close(&fields)
        guard let kind, let device else { return nil }
        let fault = Fault(kind, share: share, amount: isBehind ? .zero - amount : amount)
        return FaultWindow(device: device, fault: fault, from: from, until: from + duration)
    }
}

/// Why a scenario cannot be run.
package enum ScenarioError: Error, Hashable, Sendable {
    case unreadable(path: String)
    case tooLarge(bytes: Int, limit: Int)
    case notYAML(FieldError)
    /// All mistakes, in the order of their lines.
    case mistakes([FieldError])
}

extension ScenarioError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path): "The scenario \(path) cannot be read; give the path of a YAML file."
        case .tooLarge(let bytes, let limit): "The scenario has \(bytes) bytes; at most \(limit) are read."
        case .notYAML(let error): "The scenario is not YAML: \(error)."
        case .mistakes(let mistakes): mistakes.map(\.description).joined(separator: "\n")
        }
    }
}
