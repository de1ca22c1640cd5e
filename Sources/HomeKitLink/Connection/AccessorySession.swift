import Concurrency
import HomeKitAccessories
package import HomeKitProtocol

/// The values in one message of an accessory.
package struct ReceivedValues: Sendable {
    package let results: [CharacteristicResult]
    /// The place of the message in the order in which the connection received them.
    package let number: Int
}

/// The requests of a controller to an accessory that has verified it.
package struct AccessorySession: Sendable {
    /// How long the accessory waits at most for the write that a `/prepare` request announces.
    private static let timedWriteLimit = Duration.seconds(5)
    /// The database of a large bridge takes longer than other answers.
    private static let databaseTimeout = Duration.seconds(30)

    package let connection: AccessoryConnection
    /// An accessory remembers one announced write only, so that the next one waits until this one is done.
    private let timedWrites = AsyncLock()

    /// Verifies both sides by `procedure`, and encrypts the connection.
    package static func verified(
        on connection: AccessoryConnection, by procedure: PairVerifyController
    ) async throws(AccessoryFailure) -> AccessorySession {
        var procedure = procedure
        var message = try AccessoryFailure.during(.verify) { () throws(PairingFailure) in try procedure.start() }
        while true {
            let answer = try await connection.exchange(message, over: .pairVerify)
            let step = try AccessoryFailure.during(.verify) { () throws(PairingFailure) in
                try procedure.receive(answer)
            }
            switch step {
            case .send(let next): message = next
            case .verified(let keys), .acceptedByUnknownAccessory(let keys):
                try await connection.encrypt(with: keys)
                return AccessorySession(connection: connection)
            }
        }
    }

    /// Returns the accessory database as the accessory sends it.
    package func database() async throws(AccessoryFailure) -> [UInt8] {
        let response = try await connection.send(HAPEndpoint.databaseRequest, within: Self.databaseTimeout).response
        guard (200...299).contains(response.status) else { throw .refused(HAPRefusal(httpStatus: response.status)) }
        return response.body
    }

    /// Returns what the accessory says of these characteristics. Those that it leaves out are missing.
    package func read(_ ids: [CharacteristicID]) async throws(AccessoryFailure) -> [ReceivedValues] {
        var received: [ReceivedValues] = []
        for batch in CharacteristicReadRequest.batches(of: ids) {
            let message = try await connection.send(batch.request)
            let answer = try Self.answer(in: message.response)
            if answer.results.isEmpty, let status = answer.overall, status != .success { throw .status(status) }
            received.append(
                ReceivedValues(results: batch.ids.compactMap { answer.results[$0] }, number: message.number))
        }
        return received
    }

    /// Writes values in one request. With `isTimed`, announces the write first. `remaining` is how long the write may
    /// wait to be sent, and `isWanted` is asked directly before it is sent; throws `.notSent` when it is too late, or not
    /// wanted any more. Returns the status of each write; nil where the accessory gave none.
    package func write(
        _ writes: [CharacteristicWrite], isTimed: Bool,
        remaining: @escaping @Sendable () -> Duration = { timedWriteLimit },
        isWanted: @escaping @Sendable () async -> Bool = { true }
    ) async throws(AccessoryFailure) -> [CharacteristicID: HAPStatus?] {
        guard isTimed else { return try await write(writes, pid: nil, remaining: remaining, isWanted: isWanted) }
        return try await timedWrites.withLock { () async throws(AccessoryFailure) in
            let pid = try await prepare(remaining: remaining)
            return try await write(writes, pid: pid, remaining: remaining, isWanted: isWanted)
        }
    }

    private func write(
        _ writes: [CharacteristicWrite], pid: UInt64?, remaining: @Sendable () -> Duration,
        isWanted: @Sendable () async -> Bool
    ) async throws(AccessoryFailure) -> [CharacteristicID: HAPStatus?] {
        let message = try await connection.send(CharacteristicWriteRequest(writes: writes, pid: pid).request) {
            guard remaining() > .zero else { return false }
            return await isWanted()
        }
        let answer = try Self.answer(in: message.response)
        return Dictionary(writes.map { ($0.id, answer.status(of: $0.id)) }) { $1 }
    }

    /// Asks for events of these characteristics. Those that are refused together with others are asked for one by one.
    /// Returns those that have no events.
    package func subscribe(to ids: [CharacteristicID]) async throws(AccessoryFailure) -> Set<CharacteristicID> {
        var refused: Set<CharacteristicID> = []
        for batch in CharacteristicReadRequest.batches(of: ids) { refused.formUnion(try await refusals(of: batch.ids)) }
        var without: Set<CharacteristicID> = []
        for id in refused.sorted() { without.formUnion(try await refusals(of: [id])) }
        return without
    }

    /// Asks for events of these characteristics in one request. Returns those that the accessory refused.
    private func refusals(of ids: [CharacteristicID]) async throws(AccessoryFailure) -> [CharacteristicID] {
        let writes = ids.map { CharacteristicWrite(id: $0, notifications: true) }
        let message = try await connection.send(CharacteristicWriteRequest(writes: writes).request)
        guard let answer = try? Self.answer(in: message.response) else { return ids }
        // Many accessories leave out those that succeeded.
        return ids.filter { id in answer.status(of: id).map { $0 != .success } ?? false }
    }

    /// Adds, removes or lists pairings. Throws `.pairing` when the accessory refuses that. `isWanted` is asked directly
    /// before the request is sent; throws `.notSent` if it is not wanted any more.
    package func pairings(
        _ request: PairingsRequest, within limit: Duration = AccessoryConnection.usualTimeout,
        isWanted: @Sendable () async -> Bool = { true }
    ) async throws(AccessoryFailure) -> [PairedController] {
        let body = try await connection.exchange(
            request.bytes, over: .pairings, within: limit, isWanted: isWanted)
        let answer = try AccessoryFailure.during(.pairings) { () throws(PairingFailure) in
            try PairingsAnswer.decode(body, answering: request)
        }
        guard case .list(let controllers) = answer else { return [] }
        return controllers
    }

    /// Announces a write. Returns nil when the accessory does not know announced writes: then the write is sent without,
    /// and an accessory that demands the announcement refuses it.
    private func prepare(remaining: @Sendable () -> Duration) async throws(AccessoryFailure) -> UInt64? {
        var generator = SystemRandomNumberGenerator()
        let pid = PrepareRequest.randomPID(using: &generator)
        let limit = max(min(remaining(), Self.timedWriteLimit), .milliseconds(1))
        let request = PrepareRequest(pid: pid, milliseconds: UInt64(limit / .milliseconds(1))).request
        let response = try await connection.send(request) { remaining() > .zero }.response
        guard response.status != 400, response.status != 404 else { return nil }
        let status = try Self.reading { () throws(CharacteristicsFailure) in try PrepareRequest.status(in: response) }
        guard status == .success else { throw .status(status) }
        return pid
    }

    private static func answer(in response: HAPResponse) throws(AccessoryFailure) -> CharacteristicsAnswer {
        try reading { () throws(CharacteristicsFailure) in try CharacteristicsAnswer(response) }
    }

    private static func reading<Result>(
        _ body: () throws(CharacteristicsFailure) -> Result
    ) throws(AccessoryFailure) -> Result {
        do throws(CharacteristicsFailure) {
            return try body()
        } catch {
            throw .characteristics(error)
        }
    }
}

extension AccessoryConnection {
    /// Sends a pairing message and returns the message in the answer.
    package func exchange(
        _ message: [UInt8], over endpoint: HAPEndpoint, within limit: Duration = usualTimeout,
        isWanted: @Sendable () async -> Bool = { true }
    ) async throws(AccessoryFailure) -> [UInt8] {
        let response = try await send(
            endpoint.pairingRequest(body: message), within: limit, isWanted: isWanted
        ).response
        do throws(HAPRefusal) {
            return try response.pairingBody()
        } catch {
            throw .refused(error)
        }
    }
}

extension AccessoryFailure {
    /// Runs a step of a pairing procedure.
    package static func during<Result>(
        _ procedure: PairingProcedure, step: () throws(PairingFailure) -> Result
    ) throws(AccessoryFailure) -> Result {
        do throws(PairingFailure) {
            return try step()
        } catch {
            throw .pairing(error, during: procedure)
        }
    }
}
