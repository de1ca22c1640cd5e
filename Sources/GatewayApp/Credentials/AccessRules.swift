import HomeCertificates
import MosquittoBroker

/// The broker's access rules, written from the certificates that are out. A reload takes a while, so all who ask
/// during one share the next.
actor AccessRules {
    private let certificates: HomeCertificates
    private let broker: Broker
    private var isBusy = false
    private var waiting: [CheckedContinuation<Result<Void, any Error>, Never>] = []

    init(certificates: HomeCertificates, broker: Broker) {
        self.certificates = certificates
        self.broker = broker
    }

    /// Returns when the broker confines devices by every certificate issued before the call.
    func putInForce() async throws {
        if isBusy { return try await withCheckedContinuation { waiting.append($0) }.get() }
        isBusy = true
        let result = await write()
        while !waiting.isEmpty {
            let group = waiting
            waiting = []
            let result = await write()
            for waiter in group { waiter.resume(returning: result) }
        }
        isBusy = false
        try result.get()
    }

    private func write() async -> Result<Void, any Error> {
        do {
            let devices = try await certificates.liveDevices()
            return .success(try await broker.updateAccess(BrokerAccess(devices: devices)))
        } catch {
            return .failure(error)
        }
    }
}
