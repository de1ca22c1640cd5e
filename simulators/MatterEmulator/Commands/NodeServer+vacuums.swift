import MatterProtocol

/// Run modes and operational states of robot vacuum cleaners.
extension NodeServer {
    private enum State {
        static let stopped: UInt8 = 0
        static let running: UInt8 = 1
        static let paused: UInt8 = 2
        static let seekingCharger: UInt8 = 0x40
        static let docked: UInt8 = 0x42
    }

    func changeMode(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let mode: UInt8 = try command.number(0)
        let supported = values[command.path(0)]?.values?.compactMap { $0[1]?.integer(as: UInt8.self) } ?? []
        func reply(_ status: UInt8) -> CommandReply {
            .data(command: 1, fields: .structure([0: .number(status), 1: .text("")]))
        }
        guard supported.contains(mode) else { return reply(1) }
        guard !faults.ignoresCommands else { return reply(0) }
        update(.number(mode), of: command.path(1), by: command.mark)
        if command.cluster == ClusterID.runMode {
            schedule(.docking(command.endpoint), at: nil)
            setVacuumState(mode == 0 ? State.stopped : State.running, endpoint: command.endpoint, by: command.mark)
        }
        return reply(0)
    }

    private func setVacuumState(_ state: UInt8, endpoint: UInt16, by mark: ControllerMark?) {
        let path = AttributePath(endpoint: endpoint, cluster: ClusterID.vacuumState, attribute: 4)
        update(.number(state), of: path, by: mark)
    }

    func changeVacuumState(_ command: ReceivedCommand) -> CommandReply {
        let state = UInt8(clamping: number(4, of: command.cluster, on: command.endpoint) ?? 0)
        let isAllowed =
            switch command.command {
            case 0x00, 0x03: state == State.running || state == State.paused
            default: true
            }
        let error: UInt8 = isAllowed ? 0 : 3
        if isAllowed, !faults.ignoresCommands {
            let next: UInt8 =
                switch command.command {
                case 0x00: State.paused
                case 0x03: State.running
                default: State.seekingCharger
                }
            setVacuumState(next, endpoint: command.endpoint, by: command.mark)
            if next == State.seekingCharger {
                let path = AttributePath(endpoint: command.endpoint, cluster: ClusterID.runMode, attribute: 1)
                update(.number(UInt8(0)), of: path, by: command.mark)
                schedule(.docking(command.endpoint), at: .now + limits.travelTime)
            }
        }
        return .data(command: 4, fields: .structure([0: .structure([0: .number(error)])]))
    }

    /// The robot has arrived at its dock.
    func dockVacuum(of endpoint: UInt16) {
        setVacuumState(State.docked, endpoint: endpoint, by: nil)
    }
}
