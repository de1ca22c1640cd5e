import MatterProtocol
import MatterTransport

/// Administrator Commissioning: the window for further commissioners.
extension NodeServer {
    private enum WindowError {
        static let busy: UInt8 = 2
        static let parameters: UInt8 = 3
        static let notOpen: UInt8 = 4
    }

    private static let allowedSeconds = 180...900

    func carryOutAdministratorCommissioning(_ command: ReceivedCommand) throws(StatusError) -> CommandReply {
        guard let fabric = command.subject.fabric else { throw StatusError(.unsupportedAccess) }
        switch command.command {
        case 0: try openEnhancedWindow(command, fabric: fabric)
        case 1: try openBasicWindow(command, fabric: fabric)
        default:
            guard window != nil else { throw StatusError(.failure, clusterStatus: WindowError.notOpen) }
            closeWindow()
        }
        return .success
    }

    private func openEnhancedWindow(_ command: ReceivedCommand, fabric: UInt8) throws(StatusError) {
        let seconds = try allowedTime(command)
        let encodedVerifier = try command.bytes(1, count: 0...1000)
        let discriminator: UInt16 = try command.number(2)
        let iterations: UInt32 = try command.number(3)
        let salt = try command.bytes(4, count: 0...1000)
        try requireNoWindow()
        guard discriminator <= 0xFFF, let stretching = try? PBKDFParameters(iterations: iterations, salt: salt),
            let verifier = try? SPAKE2PlusVerifier(exposedBytes: encodedVerifier)
        else { throw StatusError(.failure, clusterStatus: WindowError.parameters) }
        open(
            CommissioningWindow(
                kind: .enhanced(fabric: fabric), verifier: verifier, stretching: stretching,
                discriminator: discriminator), seconds: seconds)
    }

    private func openBasicWindow(_ command: ReceivedCommand, fabric: UInt8) throws(StatusError) {
        let seconds = try allowedTime(command)
        try requireNoWindow()
        guard let window = try? CommissioningWindow.withPasscode(of: definition, kind: .basic(fabric: fabric)) else {
            throw StatusError(.failure)
        }
        open(window, seconds: seconds)
    }

    private func allowedTime(_ command: ReceivedCommand) throws(StatusError) -> Int {
        let seconds: UInt16 = try command.number(0)
        guard Self.allowedSeconds.contains(Int(seconds)) else { throw StatusError(.invalidCommand) }
        return Int(seconds)
    }

    private func requireNoWindow() throws(StatusError) {
        guard window == nil, failSafe == nil else { throw StatusError(.failure, clusterStatus: WindowError.busy) }
    }

    private func open(_ window: CommissioningWindow, seconds: Int) {
        self.window = window
        schedule(.window, at: .now + .seconds(seconds))
        setWindowAttributes()
        announce()
    }

    /// Closes the window, if one is open.
    func closeWindow() {
        guard window != nil else { return }
        window = nil
        schedule(.window, at: nil)
        setWindowAttributes()
        announce()
    }

    /// Reports who has opened the window.
    func setWindowAttributes() {
        let kind = window?.kind
        let vendor = kind?.fabric.flatMap { record[fabric: $0]?.vendorID }
        let values: [TLVValue] = [
            .number(kind?.status ?? 0), .nullable(kind?.fabric), .nullable(vendor),
        ]
        for (attribute, value) in values.enumerated() {
            update(
                value,
                of: AttributePath(
                    endpoint: 0, cluster: ClusterID.administratorCommissioning, attribute: UInt32(attribute)))
        }
    }

    /// The window in which a commissioner can begin now; nil while there is none, or while the fail-safe is armed.
    func admittingWindow() async -> CommissioningWindow? {
        for session in sessions.values where session.isPasscode {
            // The end of the former commissioner's session may not have had its effect yet.
            if await session.channel.ending != nil { await expireFailSafe() }
        }
        return failSafe == nil ? window : nil
    }

    /// Counts a wrong passcode. The window closes after too many.
    func countFailedAttempt() {
        window?.failedAttempts += 1
        guard let window, window.failedAttempts >= limits.failedAttempts else { return }
        closeWindow()
    }

    // MARK: Announcement

    /// All that the node announces now.
    package func announcements(port: UInt16) -> [NodeAnnouncement] {
        var all = identities.keys.sorted().compactMap { index in
            identities[index].map { definition.operationalAnnouncement(of: $0, port: port) }
        }
        if let window {
            var isEnhanced = false
            if case .enhanced = window.kind { isEnhanced = true }
            all.append(
                definition.commissionableAnnouncement(
                    instance: window.instance, discriminator: window.discriminator, isEnhanced: isEnhanced, port: port))
        }
        return all
    }
}
