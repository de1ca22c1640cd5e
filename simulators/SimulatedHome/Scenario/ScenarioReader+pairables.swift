import HomeKitProtocol
import HomeModel
import MatterProtocol
import YAMLFields
import Yams

/// Reads the devices with the links `homekit` and `matter`, and the bridges in front of them.
extension ScenarioReader {
    /// The bytes of the longest name that a Matter node can show.
    private static let maximumNodeName = 32

    mutating func bridge(_ node: Node) {
        var fields = FieldDecoder(node, thing: "a bridge")
        let link = link(&fields) ?? .homekit
        if link == .mqtt { fields.note("a bridge has the link homekit or matter", at: fields.node("link")) }
        let id = identifier(&fields, key: "id", default: nil)
        let name = fields.name("name")
        let code = code(&fields, link: link)
        let port = fields.whole("port", in: 0...65_535, default: 0)
        check(&fields, id: id, name: name, link: link)
        close(&fields)
        guard let id, let name, let code else { return }
        pairables.append(
            ScenarioPairable(id: id, name: name, code: code, port: UInt16(clamping: port), isBridge: true, devices: []))
    }

    /// Reads the rest of a device that controllers pair with, or that is behind a bridge.
    mutating func pairable(_ fields: inout FieldDecoder, kind: DeviceKind?, link: SimulatedLink) {
        let id = identifier(&fields, key: "id", default: nil)
        let name = fields.name("name")
        let room = place(&fields, kind: kind)
        let interval = fields.duration("every", in: .milliseconds(10)...(.hours(24)), default: .seconds(10))
        let phase = phase(&fields)
        var traits = DeviceTraits()
        if let kind { traits = TraitReader.traits(of: kind, from: &fields) }
        let bridgeNode = fields.node("bridge")
        let code = bridgeNode == nil ? code(&fields, link: link) : nil
        let port = bridgeNode == nil ? fields.whole("port", in: 0...65_535, default: 0) : 0
        check(&fields, id: id, name: name, link: link)
        defer { if kind != nil { close(&fields) } else { add(fields.mistakes) } }
        guard let kind, let id, let name else { return }
        let device = ScenarioDevice(
            id: id, kind: kind, name: name, room: room, interval: interval, phase: phase ?? .l1, traits: traits)
        if !link.canExpress(device) { fields.note("\(link.thing) cannot be a \(kind.rawValue)") }
        if let bridgeNode {
            let bridge = bridgeNode.scalar?.string
            guard let index = pairables.firstIndex(where: { $0.isBridge && $0.id == bridge && $0.link == link }) else {
                let wrong = EscapedText(bridge ?? "a list", limit: 40)
                return fields.note("there is no bridge “\(wrong)” with the link \(link.rawValue)", at: bridgeNode)
            }
            pairables[index].devices.append(device)
        } else if let code {
            pairables.append(
                ScenarioPairable(id: id, name: name, code: code, port: UInt16(clamping: port), devices: [device]))
        }
    }

    func link(_ fields: inout FieldDecoder) -> SimulatedLink? {
        fields.node("link").flatMap { fields.choice($0, key: "link", type: SimulatedLink.self) }
    }

    /// The faults of a device with a server of its own are those of its commands.
    func checkFault(_ kind: Fault.Kind?, device: String?, in fields: inout FieldDecoder) {
        guard let kind, let device, ![.reject, .stick].contains(kind),
            let owner = pairables.first(where: { $0.devices.contains { $0.id == device } })
        else { return }
        fields.note("a device with the link \(owner.link.rawValue) has only the faults reject and stick")
    }

    private mutating func check(_ fields: inout FieldDecoder, id: String?, name: DisplayName?, link: SimulatedLink) {
        if let id, !ids.insert(id).inserted { fields.note("there are two devices “\(id)”") }
        if let name, link == .matter, name.text.utf8.count > Self.maximumNodeName {
            fields.note(
                "the name of a Matter device has at most \(Self.maximumNodeName) bytes", at: fields.node("name"))
        }
    }

    private func code(_ fields: inout FieldDecoder, link: SimulatedLink) -> ScenarioPairable.Code? {
        guard let node = fields.required("setupCode") else { return nil }
        let text = node.scalar?.string ?? ""
        if link == .matter { return matterCode(&fields, text: text, at: node) }
        do throws(HomeKitProtocol.SetupCodeError) {
            return .homeKit(try HomeKitProtocol.SetupCode(text))
        } catch {
            fields.note("“setupCode”: \(error.explanation)", at: node)
            return nil
        }
    }

    private func matterCode(_ fields: inout FieldDecoder, text: String, at node: Node) -> ScenarioPairable.Code? {
        do throws(MatterProtocol.SetupCodeError) {
            let code = try ManualPairingCode(text)
            if code.vendor != nil { fields.note("“setupCode”: the code of a simulated node has 11 digits", at: node) }
            return .matter(code)
        } catch {
            fields.note("“setupCode”: \(error.explanation)", at: node)
            return nil
        }
    }
}

extension SimulatedLink {
    /// What a device with this link is.
    fileprivate var thing: String {
        switch self {
        case .mqtt: "a device"
        case .homekit: "an accessory"
        case .matter: "a Matter node"
        }
    }

    fileprivate func canExpress(_ device: ScenarioDevice) -> Bool {
        switch self {
        case .mqtt: true
        case .homekit: !AccessoryServices.services(of: device).isEmpty
        case .matter: !NodeEndpoints.endpoints(of: device).isEmpty
        }
    }
}
