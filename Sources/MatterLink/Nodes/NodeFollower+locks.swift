import GatewayCore
import HomeCertificates
import HomeModel
import MatterNodes
import MatterProtocol
import MatterTransport

/// The locks of a node that demand a PIN with each command.
extension NodeFollower {
    /// The PINs of the locks among the devices that demand one, or whose PIN is kept.
    var lockPINs: [LinkAddress: LockPIN] {
        var found: [LinkAddress: LockPIN] = [:]
        for device in usableDevices {
            found[.matter(record.root, endpoint: device.endpoint)] = lockPIN(of: device)
        }
        return found
    }

    /// All locks of one device have the same PIN.
    private func lockPIN(of device: NodeDevice) -> LockPIN? {
        let locks = locks(of: device)
        guard !locks.isEmpty else { return nil }
        let lengths = locks.compactMap { $0.neededPINLengths(in: state.values) }.first ?? LockPIN.possibleLengths
        let codes = locks.map { record.lockCodes[$0.endpoint] }
        let pinState: LockPIN.State =
            codes.contains(nil) ? .needed : codes.contains { $0?.isRefused == true } ? .refused : .kept
        return LockPIN(pinState, lengths: lengths)
    }

    private func locks(of device: NodeDevice) -> [CapabilityBinding] {
        device.bindings.filter {
            $0.capability.kind == .lock && ($0.needsPIN(in: state.values) || record.lockCodes[$0.endpoint] != nil)
        }
    }

    /// Keeps the PIN of a lock, see `LockPINLink.keepPIN`.
    func keepPIN(_ pin: Secret, of lock: LinkAddress) throws(DevicePairingFailure) {
        let endpoints = try lockEndpoints(of: lock)
        try changeCodes { codes in
            for endpoint in endpoints { codes[endpoint] = LockCode(exposedDigits: pin.exposedText) }
        }
    }

    func deletePIN(of lock: LinkAddress) throws(DevicePairingFailure) {
        let endpoints = try lockEndpoints(of: lock)
        try changeCodes { codes in
            for endpoint in endpoints { codes[endpoint] = nil }
        }
    }

    private func lockEndpoints(of lock: LinkAddress) throws(DevicePairingFailure) -> [UInt16] {
        guard !isRemoved, let device = UInt16(lock.foreignID).flatMap({ state.model.device($0) }) else {
            throw .notFound
        }
        return locks(of: device).map(\.endpoint)
    }

    private func changeCodes(_ change: (inout [UInt16: LockCode]) -> Void) throws(DevicePairingFailure) {
        do throws(CertificateError) {
            try membership.change { change(&$0.lockCodes) }
        } catch {
            throw .blocked(.notStored, reason: error.description)
        }
    }

    // MARK: Commands

    /// The requests of a command, with the PIN that the lock demands. Throws `.pinRefused` for a PIN that the lock has
    /// refused before.
    func nodeCommand(
        to value: CapabilityValue, of binding: CapabilityBinding
    ) throws(NodeCommandError) -> NodeCommand {
        guard binding.needsPIN(in: state.values), let code = record.lockCodes[binding.endpoint] else {
            return try binding.command(to: value, in: state.values)
        }
        guard !code.isRefused else { throw .pinRefused }
        return try binding.command(to: value, in: state.values, pin: code.exposedDigits)
    }

    /// Why a command is not sent; nil where the lock is not the reason.
    func lockRefusal(_ error: NodeCommandError) -> LinkError? {
        switch error {
        case .pinRequired: .lockPINNeeded("\(error) Give it once, on the page or with: \(pinCommand)")
        case .pinLength: .lockPINNeeded("\(error) Give it again, on the page or with: \(pinCommand)")
        case .pinRefused: .lockPINRefused("\(error) Give the right one, on the page or with: \(pinCommand)")
        case .notCommanded, .valueNotAccepted: nil
        }
    }

    private var pinCommand: String { "tomte matter pin \(pairing.id)" }

    /// Whether a lock did not do what it was asked to do because of the PIN. It says so by an event, which is read. The
    /// PIN is not sent again then. `lastEvent` is the last event before the request.
    func refusesPIN(
        after failure: NodeFailure, of step: NodeCommandStep, lastEvent: UInt64?, over session: NodeSession
    ) async -> Bool {
        let path = LockOperationError.path(on: step.endpoint)
        guard case .refused = failure, step.cluster == path.cluster, let code = record.lockCodes[step.endpoint] else {
            return false
        }
        let request = ReadRequest(
            events: [EventPathPattern(endpoint: path.endpoint, cluster: path.cluster, event: path.event)],
            eventFilters: lastEvent.map { [EventFilter(minimumEventNumber: $0 &+ 1)] } ?? [])
        let own = (sessionFabric ?? services.fabrics.current).identity.nodeID.rawValue
        guard let report = try? await session.read(request) else { return false }
        let isRefused = report.events.contains { event in
            guard lastEvent.map({ event.number > $0 }) ?? true else { return false }
            return LockOperationError(NodeEvent(path: event.path, data: event.fields ?? .null))?
                .refusesPIN(of: own) == true
        }
        guard isRefused else { return false }
        membership.remember {
            // A person may have given another one meanwhile.
            if $0.lockCodes[step.endpoint] == code { $0.lockCodes[step.endpoint]?.isRefused = true }
        }
        return true
    }
}
