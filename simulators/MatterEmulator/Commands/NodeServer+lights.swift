import MatterProtocol

/// On/Off, Level Control and Color Control. Transitions take no time.
extension NodeServer {
    private static let onOffAttribute: UInt32 = 0

    func carryOutOnOff(_ command: ReceivedCommand) {
        let isOn = values[command.path(Self.onOffAttribute)]?.boolean ?? false
        let next =
            switch command.command {
            case 0x00, 0x40: false
            case 0x02: !isOn
            default: true
            }
        update(.boolean(next), of: command.path(Self.onOffAttribute), by: command.mark)
        // A level for switching on is used then.
        guard next, !isOn, let level = number(0x11, of: ClusterID.levelControl, on: command.endpoint) else { return }
        setLevel(level, endpoint: command.endpoint, by: command.mark)
    }

    func carryOutLevelControl(_ command: ReceivedCommand) throws(StatusError) {
        let endpoint = command.endpoint
        let switches = command.command >= 4
        let present = number(0, of: command.cluster, on: endpoint) ?? 1
        let wanted: Int64
        switch command.command & 3 {
        case 0: wanted = Int64(try command.number(0, as: UInt8.self))
        case 1: wanted = try command.number(0, as: UInt8.self) == 0 ? 254 : 1
        case 2:
            let step = Int64(try command.number(1, as: UInt8.self))
            wanted = try command.number(0, as: UInt8.self) == 0 ? present + step : present - step
        default: return
        }
        guard wanted <= 254 || command.command & 3 != 0 else { throw StatusError(.invalidCommand) }
        let optionTags: (UInt8, UInt8) = command.command & 3 == 2 ? (3, 4) : (2, 3)
        guard switches || isActive(command, optionTags: optionTags) else { return }
        let minimum = number(2, of: command.cluster, on: endpoint) ?? 1
        if switches {
            let onOff = AttributePath(endpoint: endpoint, cluster: ClusterID.onOff, attribute: Self.onOffAttribute)
            update(.boolean(wanted >= minimum), of: onOff, by: command.mark)
        }
        setLevel(wanted, endpoint: endpoint, by: command.mark)
    }

    private func setLevel(_ level: Int64, endpoint: UInt16, by mark: ControllerMark) {
        let minimum = number(2, of: ClusterID.levelControl, on: endpoint) ?? 1
        let maximum = number(3, of: ClusterID.levelControl, on: endpoint) ?? 254
        let accepted = UInt8(clamping: min(max(level, minimum), max(minimum, maximum)))
        update(
            .number(accepted), of: AttributePath(endpoint: endpoint, cluster: ClusterID.levelControl, attribute: 0),
            by: mark)
    }

    /// Whether a command has an effect: the lamp is on, or the options say that it has one while the lamp is off.
    private func isActive(_ command: ReceivedCommand, optionTags: (mask: UInt8, override: UInt8)) -> Bool {
        let onOff = AttributePath(
            endpoint: command.endpoint, cluster: ClusterID.onOff, attribute: Self.onOffAttribute)
        guard values[onOff]?.boolean == false else { return true }
        let options = values[command.path(0x0F)]?.unsigned ?? 0
        let mask = command.fields[optionTags.mask]?.unsigned ?? 0
        let override = command.fields[optionTags.override]?.unsigned ?? 0
        return (mask & 1 == 1 ? override : options) & 1 == 1
    }

    func carryOutColorControl(_ command: ReceivedCommand) throws(StatusError) {
        var changes: [(attribute: UInt32, value: TLVValue)] = []
        let mode: UInt8
        let optionTags: (mask: UInt8, override: UInt8)
        switch command.command {
        case 0x00:
            changes = [(0x00, .number(try limited(command, tag: 0, maximum: 254)))]
            (mode, optionTags) = (0, (3, 4))
        case 0x03:
            changes = [(0x01, .number(try limited(command, tag: 0, maximum: 254)))]
            (mode, optionTags) = (0, (2, 3))
        case 0x06:
            changes = [
                (0x00, .number(try limited(command, tag: 0, maximum: 254))),
                (0x01, .number(try limited(command, tag: 1, maximum: 254))),
            ]
            (mode, optionTags) = (0, (3, 4))
        case 0x07:
            changes = [
                (0x03, .number(try limited(command, tag: 0, maximum: 0xFEFF))),
                (0x04, .number(try limited(command, tag: 1, maximum: 0xFEFF))),
            ]
            (mode, optionTags) = (1, (3, 4))
        case 0x0A:
            let wanted = try limited(command, tag: 0, maximum: 0xFEFF)
            let minimum = UInt16(clamping: number(0x400B, of: command.cluster, on: command.endpoint) ?? 0)
            let maximum = UInt16(clamping: number(0x400C, of: command.cluster, on: command.endpoint) ?? 0xFEFF)
            changes = [(0x07, .number(min(max(wanted, minimum), max(minimum, maximum))))]
            (mode, optionTags) = (2, (2, 3))
        default: return
        }
        guard isActive(command, optionTags: optionTags) else { return }
        for change in changes { update(change.value, of: command.path(change.attribute), by: command.mark) }
        update(.number(mode), of: command.path(0x08), by: command.mark)
        update(.number(mode), of: command.path(0x4001), by: command.mark)
    }

    private func limited(_ command: ReceivedCommand, tag: UInt8, maximum: UInt16) throws(StatusError) -> UInt16 {
        let number: UInt16 = try command.number(tag)
        guard number <= maximum else { throw StatusError(.constraintError) }
        return number
    }
}
