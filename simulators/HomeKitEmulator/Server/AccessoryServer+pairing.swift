import EmulatorStorage
import HomeKitProtocol
import Logging

/// Pair-Setup, Pair-Verify, and the list of pairings.
extension AccessoryServer {
    func setUpPairing(_ body: [UInt8], on number: Int) -> AccessoryReply {
        guard var connection = connections[number], connection.controller == nil else {
            return AccessoryReply(httpStatus: 400)
        }
        var admission = PairSetupAdmission()
        admission.isPaired = record.isPaired
        admission.failedAttempts = record.failedAttempts
        admission.isBusy = setupConnection != nil && setupConnection != number
        admission.retryDelay = faults.setupRetryDelay
        let answer = connection.setup.respond(to: body, admission: &admission)
        connections[number] = connection
        if connection.setup.isActive {
            setupConnection = number
        } else if setupConnection == number {
            setupConnection = nil
        }
        var next = record
        next.failedAttempts = admission.failedAttempts
        if case .paired(let controller) = answer.event { next.pairings.add(controller) }
        guard tryToStore(next) else { return AccessoryReply(httpStatus: 500) }
        if case .paired = answer.event { announce() }
        return AccessoryReply(pairing: answer.body)
    }

    func verifyPairing(_ body: [UInt8], on number: Int) -> AccessoryReply {
        guard var connection = connections[number], connection.controller == nil else {
            return AccessoryReply(httpStatus: 400)
        }
        let answer = connection.verify.respond(to: body, controllers: record.pairings.controllers)
        var reply = AccessoryReply(pairing: answer.body)
        if case .verified(let controller, let keys) = answer.event {
            connection.controller = controller
            reply.keys = keys
        }
        connections[number] = connection
        return reply
    }

    func changePairings(_ body: [UInt8], of controller: PairedController) -> AccessoryReply {
        var next = record
        let answer = next.pairings.respond(to: body, from: controller.identifier)
        let wasPaired = record.isPaired
        if next.pairings != record.pairings {
            guard tryToStore(next) else { return AccessoryReply(httpStatus: 500) }
        }
        if record.isPaired != wasPaired { announce() }
        var reply = AccessoryReply(pairing: answer.bytes)
        reply.endsRemovedSessions = true
        return reply
    }

    /// Stores the record before the controller gets the answer. Returns whether that succeeded.
    private func tryToStore(_ next: AccessoryRecord) -> Bool {
        let isChanged = next.pairings != record.pairings || next.failedAttempts != record.failedAttempts
        guard isChanged else { return true }
        do throws(RecordFileError) {
            try store(next)
            return true
        } catch {
            logger.warning("a pairing cannot be stored", metadata: ["error.reason": "\(error)"])
            return false
        }
    }
}
