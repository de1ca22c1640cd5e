import HomeKitProtocol
import HomeModel
import YAMLFields
import Yams

/// Reads the devices with the link `homekit`, and the bridges in front of them.
extension ScenarioReader {
    mutating func bridge(_ node: Node) {
        var fields = FieldDecoder(node, thing: "a bridge")
        let id = identifier(&fields, key: "id", default: nil)
        let name = fields.name("name")
        let code = setupCode(&fields)
        let port = fields.whole("port", in: 0...65_535, default: 0)
        if let id, !ids.insert(id).inserted { fields.note("there are two devices “\(id)”") }
        close(&fields)
        guard let id, let name, let code else { return }
        accessories.append(
            ScenarioAccessory(
                id: id, name: name, setupCode: code, port: UInt16(clamping: port), isBridge: true, devices: []))
    }

    /// Reads the rest of a device that is a HomeKit accessory, or behind a bridge.
    mutating func accessory(_ fields: inout FieldDecoder, kind: DeviceKind?) {
        let id = identifier(&fields, key: "id", default: nil)
        let name = fields.name("name")
        let room = place(&fields, kind: kind)
        let interval = fields.duration("every", in: .milliseconds(10)...(.hours(24)), default: .seconds(10))
        let phase = phase(&fields)
        var traits = DeviceTraits()
        if let kind { traits = TraitReader.traits(of: kind, from: &fields) }
        let bridgeNode = fields.node("bridge")
        let code = bridgeNode == nil ? setupCode(&fields) : nil
        let port = bridgeNode == nil ? fields.whole("port", in: 0...65_535, default: 0) : 0
        if let id, !ids.insert(id).inserted { fields.note("there are two devices “\(id)”") }
        defer { if kind != nil { close(&fields) } else { add(fields.mistakes) } }
        guard let kind, let id, let name else { return }
        let device = ScenarioDevice(
            id: id, kind: kind, name: name, room: room, interval: interval, phase: phase ?? .l1, traits: traits)
        if AccessoryServices.services(of: device).isEmpty {
            fields.note("an accessory cannot be a \(kind.rawValue)")
        }
        if let bridgeNode {
            guard let index = accessories.firstIndex(where: { $0.isBridge && $0.id == bridgeNode.scalar?.string })
            else {
                let wrong = EscapedText(bridgeNode.scalar?.string ?? "a list", limit: 40)
                return fields.note("there is no bridge “\(wrong)”", at: bridgeNode)
            }
            accessories[index].devices.append(device)
        } else if let code {
            accessories.append(
                ScenarioAccessory(
                    id: id, name: name, setupCode: code, port: UInt16(clamping: port), devices: [device]))
        }
    }

    /// The faults of a device with the link `homekit` are those of its commands.
    func checkFault(_ kind: Fault.Kind?, device: String?, in fields: inout FieldDecoder) {
        guard let kind, let device, ![.reject, .stick].contains(kind),
            accessories.contains(where: { $0.devices.contains { $0.id == device } })
        else { return }
        fields.note("a device with the link homekit has only the faults reject and stick")
    }

    private func setupCode(_ fields: inout FieldDecoder) -> SetupCode? {
        guard let node = fields.required("setupCode") else { return nil }
        do throws(SetupCodeError) {
            return try SetupCode(node.scalar?.string ?? "")
        } catch {
            fields.note("“setupCode”: \(error.explanation)", at: node)
            return nil
        }
    }
}
