import MatterProtocol

/// General Commissioning: the fail-safe.
extension NodeServer {
    private enum CommissioningError {
        static let ok: UInt8 = 0
        static let valueOutsideRange: UInt8 = 1
        static let invalidAuthentication: UInt8 = 2
        static let noFailSafe: UInt8 = 3
        static let busyWithOtherAdministrator: UInt8 = 4
    }

    /// The longest time for which a fail-safe stays armed.
    private static let maximumFailSafe = Duration.seconds(900)

    func carryOutGeneralCommissioning(_ command: ReceivedCommand) async throws(StatusError) -> CommandReply {
        switch command.command {
        case 0: return try await armFailSafe(command)
        case 2: return try setRegulatoryConfiguration(command)
        default: return completeCommissioning(command)
        }
    }

    private func reply(_ command: UInt32, error: UInt8) -> CommandReply {
        .data(command: command, fields: .structure([0: .number(error), 1: .text("")]))
    }

    private func armFailSafe(_ command: ReceivedCommand) async throws(StatusError) -> CommandReply {
        let seconds: UInt16 = try command.number(0)
        let breadcrumb: UInt64 = try command.number(1)
        if let failSafe {
            guard failSafe.fabric == command.subject.fabric else {
                return reply(1, error: CommissioningError.busyWithOtherAdministrator)
            }
        } else if window != nil, sessions[command.session]?.isPasscode != true {
            return reply(1, error: CommissioningError.busyWithOtherAdministrator)
        }
        guard seconds > 0 else {
            if failSafe != nil { await expireFailSafe(except: command.session) }
            return reply(1, error: CommissioningError.ok)
        }
        guard Duration.seconds(Int(seconds)) <= Self.maximumFailSafe else {
            return reply(1, error: CommissioningError.valueOutsideRange)
        }
        armFailSafe(for: .seconds(Int(seconds)), fabric: command.subject.fabric)
        setBreadcrumb(breadcrumb)
        return reply(1, error: CommissioningError.ok)
    }

    /// Arms the fail-safe, or moves its end.
    func armFailSafe(for time: Duration, fabric: UInt8?) {
        let armed =
            failSafe ?? FailSafe(fabric: fabric, before: record, latestEnd: .now + Self.maximumFailSafe)
        failSafe = armed
        schedule(.failSafe, at: min(.now + time, armed.latestEnd))
    }

    func setBreadcrumb(_ breadcrumb: UInt64) {
        update(
            .number(breadcrumb), of: AttributePath(endpoint: 0, cluster: ClusterID.generalCommissioning, attribute: 0))
    }

    private func setRegulatoryConfiguration(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        let configuration: UInt8 = try command.number(0)
        guard let country = command.fields[1]?.text else { throw StatusError(.invalidCommand) }
        let breadcrumb: UInt64 = try command.number(2)
        guard failSafe != nil else { return reply(3, error: CommissioningError.noFailSafe) }
        guard configuration <= 2, country.utf8.count == 2 else {
            return reply(3, error: CommissioningError.valueOutsideRange)
        }
        update(.number(configuration), of: command.path(2))
        let location = AttributePath(endpoint: 0, cluster: ClusterID.basicInformation, attribute: 6)
        update(.text(country), of: location)
        record.keep(.text(country), of: location)
        setBreadcrumb(breadcrumb)
        return reply(3, error: CommissioningError.ok)
    }

    private func completeCommissioning(_ command: ReceivedCommand) -> CommandReply {
        guard let failSafe else { return reply(5, error: CommissioningError.noFailSafe) }
        guard sessions[command.session]?.isPasscode == false, failSafe.fabric == command.subject.fabric else {
            return reply(5, error: CommissioningError.invalidAuthentication)
        }
        self.failSafe = nil
        schedule(.failSafe, at: nil)
        guard tryToStore() else {
            self.failSafe = failSafe
            return reply(5, error: CommissioningError.invalidAuthentication)
        }
        setBreadcrumb(0)
        closeWindow()
        endsPasscodeSessions = true
        return reply(5, error: CommissioningError.ok)
    }

    // MARK: Expiry

    /// Returns to the state before the fail-safe was armed, and ends the sessions of commissioners.
    func expireFailSafe(except session: UInt16? = nil) async {
        guard let failSafe else { return }
        rollBack()
        schedule(.failSafe, at: nil)
        if let added = failSafe.addedFabric { await endSessions(fabric: added, except: session) }
        await endSessions(fabric: nil, except: session)
        if window == nil, identities.isEmpty { window = try? .initial(of: definition) }
        setWindowAttributes()
        announce()
    }

    /// Undoes what was done under the fail-safe.
    func rollBack() {
        guard let failSafe else { return }
        record = failSafe.committed(record)
        self.failSafe = nil
        if let added = failSafe.addedFabric { forgetFabric(added) }
        if let updated = failSafe.updatedFabric { identities[updated] = try? record[fabric: updated]?.identity() }
        for id in sessions.keys
        where sessions[id]?.subject.fabric == failSafe.addedFabric && sessions[id]?.isPasscode == true {
            sessions[id]?.subject.fabric = nil
        }
        setBreadcrumb(0)
        touchFabrics()
    }

    /// Counts a commissioner that has a session now: the fail-safe is armed for a minute.
    func commissionerConnected() {
        armFailSafe(for: .seconds(60), fabric: nil)
        announce()
    }
}
