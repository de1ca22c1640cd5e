import MatterProtocol

/// The answer to a command: a status alone, or a command with fields.
enum CommandReply: Sendable {
    case success
    case data(command: UInt32, fields: TLVValue)
}

/// A command that a session may invoke, on an endpoint that has it.
struct ReceivedCommand: Sendable {
    let endpoint: UInt16
    let cluster: UInt32
    let command: UInt32
    /// A structure; one without fields if the command has none.
    let fields: TLVValue
    let session: UInt16
    let subject: AccessSubject

    var mark: ControllerMark { ControllerMark(fabric: subject.fabric) }

    /// A field with a number. Throws `INVALID_COMMAND` without it.
    func number<Number: FixedWidthInteger>(_ tag: UInt8, as type: Number.Type = Number.self) throws(StatusError)
        -> Number
    {
        guard let number = fields[tag]?.integer(as: type) else { throw StatusError(.invalidCommand) }
        return number
    }

    /// A field with so many bytes. Throws `INVALID_COMMAND` without it.
    func bytes(_ tag: UInt8, count: ClosedRange<Int>) throws(StatusError) -> [UInt8] {
        guard let bytes = fields[tag]?.bytes, count.contains(bytes.count) else { throw StatusError(.invalidCommand) }
        return bytes
    }

    func path(_ attribute: UInt32) -> AttributePath {
        AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute)
    }
}

/// Commands.
extension NodeServer {
    /// Carries out the commands of a request. Throws the status of a request that is not allowed as a whole.
    func invoke(
        _ request: InvokeRequest, session: UInt16, isTimed: Bool
    ) async throws(StatusError) -> [InvokeResponse.CommandResult] {
        let limit = max(1, Int(definition.sessionParameters.maximumPathsPerInvoke ?? 1))
        let references = Set(request.commands.compactMap(\.reference))
        guard (1...limit).contains(request.commands.count),
            request.commands.count == 1 || references.count == request.commands.count
        else { throw StatusError(.invalidAction) }
        var results: [InvokeResponse.CommandResult] = []
        for command in request.commands {
            do throws(StatusError) {
                let reply = try await carryOut(command, session: session, isTimed: isTimed)
                results.append(result(reply, of: command))
            } catch {
                results.append(
                    .status(
                        CommandStatus(path: command.path, outcome: error.outcome, reference: command.reference)))
            }
        }
        return results
    }

    private func result(_ reply: CommandReply, of command: CommandData) -> InvokeResponse.CommandResult {
        switch reply {
        case .success:
            return .status(CommandStatus(path: command.path, outcome: .success, reference: command.reference))
        case .data(let id, let fields):
            let path = CommandPath(endpoint: command.path.endpoint, cluster: command.path.cluster, command: id)
            return .data(CommandData(path: path, fields: fields, reference: command.reference))
        }
    }

    private func carryOut(
        _ command: CommandData, session: UInt16, isTimed: Bool
    ) async throws(StatusError) -> CommandReply {
        let path = command.path
        guard values.endpoints[path.endpoint] != nil else { throw StatusError(.unsupportedEndpoint) }
        guard let cluster = values.cluster(path.cluster, on: path.endpoint) else {
            throw StatusError(.unsupportedCluster)
        }
        guard let definition = cluster.command(path.command) else { throw StatusError(.unsupportedCommand) }
        let privilege = privilege(of: session, cluster: path.cluster, endpoint: path.endpoint)
        guard let privilege, privilege >= definition.privilege, let subject = sessions[session]?.subject else {
            throw StatusError(.unsupportedAccess)
        }
        guard isTimed || !definition.isTimed else { throw StatusError(.needsTimedInteraction) }
        if let status = faults.statuses[path.cluster] { throw StatusError(status) }
        let received = ReceivedCommand(
            endpoint: path.endpoint, cluster: path.cluster, command: path.command,
            fields: command.fields ?? .structure([] as [TLVElement]), session: session, subject: subject)
        if faults.ignoresCommands, definition.response == nil { return .success }
        if let reply = try await carryOutCommissioning(received) { return reply }
        wantedChanges = []
        let reply = try carryOutOnDevice(received)
        try await operateDevice()
        keep(CarriedOutCommand(path: path, fields: received.fields))
        return reply
    }

    /// Does what must follow the answer to commands.
    func finishCommands(session: UInt16) async {
        for fabric in leftFabrics {
            await endSessions(fabric: fabric)
        }
        leftFabrics = []
        if endsPasscodeSessions {
            endsPasscodeSessions = false
            await endSessions(fabric: nil)
        }
    }
}
