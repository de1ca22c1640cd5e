import HomeModel

@testable import HomeKitAccessories

/// An accessory that carries out writes: what reports a state follows what sets it.
struct SimulatedAccessory {
    let accessory: Accessory
    private(set) var values: CharacteristicValues

    init(_ accessory: Accessory) {
        self.accessory = accessory
        values = accessory.values
    }

    subscript(_ iid: UInt64) -> HAPValue? {
        get { values[iid] }
        set { values[iid] = newValue }
    }

    mutating func receive(_ command: CharacteristicCommand) {
        for write in command.writes {
            values[write.iid] = write.value
            follow(write)
        }
    }

    private mutating func follow(_ write: CharacteristicSetting) {
        // The comfort setting of an Ecobee is reported by another characteristic than the one that sets it.
        if let row = VendorRow.all.first(where: { $0.target != nil && $0.target == type(of: write) }) {
            let iid = accessory.services.flatMap(\.characteristics).first { $0.type == row.type }?.iid
            if let iid { values[iid] = write.value }
        }
        guard let service = accessory.services.first(where: { $0.characteristics.contains { $0.iid == write.iid } }),
            let kind = service.characteristics.first(where: { $0.iid == write.iid })?.kind
        else { return }
        for follower in Self.followers[kind] ?? [] {
            guard let iid = service.characteristics.first(where: { $0.kind == follower })?.iid else { continue }
            values[iid] = kind == .holdPosition ? .integer(2) : write.value
        }
    }

    private func type(of write: CharacteristicSetting) -> HAPType? {
        accessory.services.flatMap(\.characteristics).first { $0.iid == write.iid }?.type
    }

    private static let followers: [CharacteristicKind: [CharacteristicKind]] = [
        .lockTargetState: [.lockCurrentState], .targetDoorState: [.currentDoorState],
        .securitySystemTargetState: [.securitySystemCurrentState], .targetPosition: [.currentPosition],
        .targetHorizontalTiltAngle: [.currentHorizontalTiltAngle],
        .targetVerticalTiltAngle: [.currentVerticalTiltAngle], .targetTiltAngle: [.currentTiltAngle],
        .targetMediaState: [.currentMediaState], .active: [.inUse], .holdPosition: [.positionState],
    ]
}
