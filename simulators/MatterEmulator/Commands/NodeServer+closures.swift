import MatterProtocol

/// A covering on its way.
struct CoveringMovement: Sendable {
    enum Axis: UInt32, Hashable, Sendable, CaseIterable {
        case lift = 0x0E
        case tilt = 0x0F

        var currentAttribute: UInt32 { rawValue }
        var targetAttribute: UInt32 { rawValue - 3 }
        /// The attribute with the whole percentage.
        var percentageAttribute: UInt32 { rawValue - 6 }
    }

    var targets: [Axis: Int64]
    let mark: ControllerMark
}

/// Door Lock and Window Covering.
extension NodeServer {
    private static let closed: Int64 = 10_000
    private static let tick = Duration.milliseconds(200)

    // MARK: Locks

    func carryOutDoorLock(_ command: ReceivedCommand) throws(StatusError) {
        let isLocking = command.command == 0
        let requiresPIN = values[command.path(0x33)]?.boolean ?? false
        let isAllowed: Bool
        if let pin = command.fields[command.command == 3 ? 1 : 0]?.bytes {
            isAllowed = lockPIN.map { Array($0.utf8) == pin } ?? false
        } else {
            isAllowed = !requiresPIN
        }
        let node: TLVValue =
            if case .certificate(let id, _) = command.subject.authentication { .number(id.rawValue) } else { .null }
        let operation = LockOperation(
            isLocking: isLocking, source: .remote, fabric: .nullable(command.subject.fabric), node: node)
        guard isAllowed else {
            record(
                .lockOperationError, on: command.endpoint,
                fields: .structure([
                    0: .number(operation.type), 1: .number(operation.source.rawValue), 2: .number(UInt8(1)), 3: .null,
                    4: operation.fabric, 5: operation.node,
                ]))
            throw StatusError(.failure)
        }
        update(.number(operation.state), of: command.path(0), by: command.mark)
        if isOperated(command.path(0)) {
            lockOperations[command.endpoint] = operation
        } else {
            record(.lockOperation, on: command.endpoint, fields: operation.fields)
        }
    }

    /// Records that the bolt of a physical lock has turned: because of the last command, or by hand.
    func recordLockOperation(of path: AttributePath, state: TLVValue) {
        let wanted = lockOperations.removeValue(forKey: path.endpoint)
        let operation =
            if let wanted, .number(wanted.state) == state {
                wanted
            } else {
                LockOperation(isLocking: state == .number(UInt8(1)), source: .manual, fabric: .null, node: .null)
            }
        record(.lockOperation, on: path.endpoint, fields: operation.fields)
    }

    // MARK: Coverings

    func carryOutWindowCovering(_ command: ReceivedCommand) throws(StatusError) {
        let hasTilt = values[command.path(CoveringMovement.Axis.tilt.currentAttribute)] != nil
        var targets: [CoveringMovement.Axis: Int64] = [:]
        switch command.command {
        case 0x00: targets = hasTilt ? [.lift: 0, .tilt: 0] : [.lift: 0]
        case 0x01: targets = hasTilt ? [.lift: Self.closed, .tilt: Self.closed] : [.lift: Self.closed]
        case 0x02: return stopCovering(command)
        case 0x05: targets = [.lift: try position(command)]
        default: targets = [.tilt: try position(command)]
        }
        for (axis, target) in targets {
            update(.number(UInt16(clamping: target)), of: command.path(axis.targetAttribute), by: command.mark)
        }
        guard nodeOperator == nil else { return }
        let running = movements[command.endpoint]?.targets ?? [:]
        movements[command.endpoint] = CoveringMovement(
            targets: running.merging(targets) { _, new in new }, mark: command.mark)
        setOperationalStatus(of: command.endpoint)
        schedule(.movement(command.endpoint), at: .now + Self.tick)
    }

    private func position(_ command: ReceivedCommand) throws(StatusError) -> Int64 {
        let position: UInt16 = try command.number(0)
        guard position <= UInt16(Self.closed) else { throw StatusError(.constraintError) }
        return Int64(position)
    }

    private func stopCovering(_ command: ReceivedCommand) {
        guard nodeOperator == nil else {
            update(.number(UInt8(0)), of: command.path(0x0A), by: command.mark)
            return
        }
        movements[command.endpoint] = nil
        schedule(.movement(command.endpoint), at: nil)
        for axis in CoveringMovement.Axis.allCases {
            guard let current = values[command.path(axis.currentAttribute)] else { continue }
            update(current, of: command.path(axis.targetAttribute), by: command.mark)
        }
        setOperationalStatus(of: command.endpoint)
    }

    /// Moves a covering on, and goes on until it has arrived.
    func moveCovering(of endpoint: UInt16) {
        guard var movement = movements[endpoint] else { return }
        let step = max(1, Int64(Double(Self.closed) * (Self.tick / max(limits.travelTime, .milliseconds(1)))))
        for (axis, target) in movement.targets {
            let path = AttributePath(
                endpoint: endpoint, cluster: ClusterID.windowCovering, attribute: axis.currentAttribute)
            let current = values[path]?.signed ?? target
            let next = current < target ? min(current + step, target) : max(current - step, target)
            update(.number(UInt16(clamping: next)), of: path, by: movement.mark)
            update(
                .number(UInt8(clamping: next / 100)),
                of: AttributePath(
                    endpoint: endpoint, cluster: ClusterID.windowCovering, attribute: axis.percentageAttribute))
            if next == target { movement.targets[axis] = nil }
        }
        movements[endpoint] = movement.targets.isEmpty ? nil : movement
        setOperationalStatus(of: endpoint)
        if !movement.targets.isEmpty { schedule(.movement(endpoint), at: .now + Self.tick) }
    }

    /// Bits 0 and 1 are those of the whole covering, 2 and 3 of the lift, 4 and 5 of the tilt: 1 opens, 2 closes.
    private func setOperationalStatus(of endpoint: UInt16) {
        func direction(_ axis: CoveringMovement.Axis) -> UInt8 {
            guard let target = movements[endpoint]?.targets[axis],
                let current = number(axis.currentAttribute, of: ClusterID.windowCovering, on: endpoint),
                current != target
            else { return 0 }
            return target < current ? 1 : 2
        }
        let (lift, tilt) = (direction(.lift), direction(.tilt))
        let status = (lift == 0 ? tilt : lift) | lift << 2 | tilt << 4
        update(
            .number(status), of: AttributePath(endpoint: endpoint, cluster: ClusterID.windowCovering, attribute: 0x0A))
    }
}
