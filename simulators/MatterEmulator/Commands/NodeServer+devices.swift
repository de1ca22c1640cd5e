import MatterProtocol

/// The clusters of devices: which commands and writes have which effects.
extension NodeServer {
    func carryOutOnDevice(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        switch command.cluster {
        case ClusterID.identify: try carryOutIdentify(command)
        case ClusterID.groups: return try carryOutGroups(command)
        case ClusterID.onOff: carryOutOnOff(command)
        case ClusterID.levelControl: try carryOutLevelControl(command)
        case ClusterID.colorControl: try carryOutColorControl(command)
        case ClusterID.thermostat: try changeSetpoints(command)
        case ClusterID.doorLock: try carryOutDoorLock(command)
        case ClusterID.windowCovering: try carryOutWindowCovering(command)
        case ClusterID.smokeAlarm: update(true, of: command.path(5), by: command.mark)
        case ClusterID.runMode, ClusterID.cleanMode: return try changeMode(command)
        case ClusterID.vacuumState: return changeVacuumState(command)
        default: throw StatusError(.unsupportedCommand)
        }
        return .success
    }

    /// What must hold for a write, and what else it changes.
    func applyDeviceWrite(
        _ value: TLVValue, of path: AttributePath, by mark: ControllerMark
    ) throws(StatusError) {
        switch (path.cluster, path.attribute) {
        case (ClusterID.thermostat, 0x11), (ClusterID.thermostat, 0x12): try keepDeadBand(value, of: path, by: mark)
        case (ClusterID.fanControl, 0): applyFanMode(value, endpoint: path.endpoint, by: mark)
        case (ClusterID.fanControl, 2): applyFanSpeed(value, endpoint: path.endpoint, by: mark)
        case (ClusterID.identify, 0): startIdentifying(for: value.unsigned ?? 0, endpoint: path.endpoint)
        default: break
        }
    }

    // MARK: Identify and groups

    private func carryOutIdentify(_ command: ReceivedCommand) throws(StatusError) {
        guard command.command == 0 else { return }
        let seconds: UInt16 = try command.number(0)
        update(.number(seconds), of: command.path(0), by: command.mark)
        startIdentifying(for: UInt64(seconds), endpoint: command.endpoint)
    }

    private func startIdentifying(for seconds: UInt64, endpoint: UInt16) {
        schedule(.identify(endpoint), at: seconds == 0 ? nil : .now + .seconds(1))
    }

    /// Counts `IdentifyTime` down each second.
    func countIdentifyTime(of endpoint: UInt16) {
        let path = AttributePath(endpoint: endpoint, cluster: ClusterID.identify, attribute: 0)
        guard let seconds = values[path]?.unsigned, seconds > 0 else { return }
        update(.number(seconds - 1), of: path)
        if seconds > 1 { schedule(.identify(endpoint), at: .now + .seconds(1)) }
    }

    /// The node has no room for groups.
    private func carryOutGroups(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let status: UInt8 = command.command == 0 ? InteractionStatus.resourceExhausted.rawValue : 0x8B
        switch command.command {
        case 0, 3:
            let group: UInt16 = try command.number(0)
            return .data(command: command.command, fields: .structure([0: .number(status), 1: .number(group)]))
        case 1:
            let group: UInt16 = try command.number(0)
            return .data(command: 1, fields: .structure([0: .number(status), 1: .number(group), 2: .text("")]))
        case 2: return .data(command: 2, fields: .structure([0: .number(UInt8(0)), 1: .array([])]))
        default: return .success
        }
    }

    // MARK: Thermostats and fans

    private func changeSetpoints(_ command: ReceivedCommand) throws(StatusError) {
        let mode: UInt8 = try command.number(0)
        let amount: Int8 = try command.number(1)
        guard mode <= 2 else { throw StatusError(.invalidCommand) }
        for (attribute, isMeant) in [(UInt32(0x12), mode != 1), (0x11, mode != 0)] where isMeant {
            let limits: (UInt32, UInt32) = attribute == 0x12 ? (0x15, 0x16) : (0x17, 0x18)
            let minimum = number(limits.0, of: command.cluster, on: command.endpoint) ?? 0
            let maximum = number(limits.1, of: command.cluster, on: command.endpoint) ?? minimum
            let present = number(attribute, of: command.cluster, on: command.endpoint) ?? minimum
            let wanted = min(max(present + 10 * Int64(amount), minimum), max(minimum, maximum))
            update(.signed(wanted), of: command.path(attribute), by: command.mark)
        }
    }

    /// Between heating and cooling there must be a dead band: the other set-point moves away. Throws `CONSTRAINT_ERROR`
    /// if it cannot.
    private func keepDeadBand(
        _ value: TLVValue, of path: AttributePath, by mark: ControllerMark
    ) throws(StatusError) {
        let isHeating = path.attribute == 0x12
        let other: UInt32 = isHeating ? 0x11 : 0x12
        let band = 10 * (number(0x19, of: path.cluster, on: path.endpoint) ?? 0)
        guard let written = value.signed, let present = number(other, of: path.cluster, on: path.endpoint) else {
            return
        }
        let needed = isHeating ? max(present, written + band) : min(present, written - band)
        guard needed != present else { return }
        let limit = number(isHeating ? 0x18 : 0x15, of: path.cluster, on: path.endpoint) ?? needed
        guard isHeating ? needed <= limit : needed >= limit else { throw StatusError(.constraintError) }
        update(
            .signed(needed), of: AttributePath(endpoint: path.endpoint, cluster: path.cluster, attribute: other),
            by: mark)
    }

    /// Sets whether a thermostat heats or cools, by its mode, its temperature and its set-points.
    func updateRunningState(of endpoint: UInt16) {
        let cluster = ClusterID.thermostat
        let mode = number(0x1C, of: cluster, on: endpoint) ?? 0
        let temperature = number(0, of: cluster, on: endpoint)
        func isBelow(_ limit: Int64?) -> Bool {
            guard let temperature, let limit else { return false }
            return temperature < limit
        }
        // The modes are 1 for automatic, 3 for cooling, and 4 for heating.
        let heats = (mode == 1 || mode == 4) && isBelow(number(0x12, of: cluster, on: endpoint))
        let limit = number(0x11, of: cluster, on: endpoint)
        let cools = (mode == 1 || mode == 3) && temperature != nil && limit != nil && !isBelow(limit)
        let states: [(attribute: UInt32, value: TLVValue)] = [
            (0x29, .number(UInt16((heats ? 1 : 0) | (cools ? 2 : 0)))),
            (0x1E, .number(UInt8(heats ? 4 : cools ? 3 : 0))),
        ]
        for state in states {
            update(
                state.value, of: AttributePath(endpoint: endpoint, cluster: cluster, attribute: state.attribute))
        }
    }

    /// The modes off, low, medium, high and on have a speed.
    private func applyFanMode(_ value: TLVValue, endpoint: UInt16, by mark: ControllerMark) {
        let speeds: [UInt64: UInt8] = [0: 0, 1: 33, 2: 66, 3: 100, 4: 100]
        guard let speed = value.unsigned.flatMap({ speeds[$0] }) else {
            update(.null, of: AttributePath(endpoint: endpoint, cluster: ClusterID.fanControl, attribute: 2), by: mark)
            return
        }
        for attribute: UInt32 in [2, 3] {
            update(
                .number(speed),
                of: AttributePath(endpoint: endpoint, cluster: ClusterID.fanControl, attribute: attribute), by: mark)
        }
    }

    private func applyFanSpeed(_ value: TLVValue, endpoint: UInt16, by mark: ControllerMark) {
        guard let speed = value.unsigned else { return }
        let mode: UInt8 =
            switch speed {
            case 0: 0
            case 1...33: 1
            case 34...66: 2
            default: 3
            }
        let path = AttributePath(endpoint: endpoint, cluster: ClusterID.fanControl, attribute: 0)
        update(.number(mode), of: path, by: mark)
        update(
            .number(speed), of: AttributePath(endpoint: endpoint, cluster: ClusterID.fanControl, attribute: 3), by: mark
        )
    }
}
