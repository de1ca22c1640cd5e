package import HomeModel
package import Logging

/// Wipes the whole home: paired devices remove their pairings as far as they can be reached, and then the gateway stops,
/// overwrites and deletes everything that it stores, and is as at its first start.
package actor WipeService {
    /// How long the paired devices have, all together.
    static let unpairingTime = Duration.seconds(60)
    /// How long the answer may take to reach the client, and how long the result can be read when that client left before.
    private static let (answerTime, readingTime) = (Duration.seconds(2), Duration.seconds(30))

    private let links: [any PairingLink]
    private let registry: HomeRegistry
    private let naming: HomeNameService
    private let actions: AuthorizedActions
    /// Stores that everything is to be deleted, so that a restart deletes it too. Throws when it cannot be stored.
    private let requestDeletion: @Sendable () throws -> Void
    private let logger: Logger
    private var progress = WipeProgress()
    /// Whether the gateway stops because of a wipe. False when a signal stops it while devices remove their pairings.
    package private(set) var stopsGateway = false
    private var requesters: [AsyncStream<Never>.Continuation] = []
    /// Whether the request of the wipe was cancelled, so that the result did not reach its client.
    private var isUnanswered = false
    private let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    package init(
        links: [any DeviceLink], registry: HomeRegistry, naming: HomeNameService, actions: AuthorizedActions,
        requestDeletion: @escaping @Sendable () throws -> Void, logger: Logger
    ) {
        self.links = links.compactMap { $0 as? any PairingLink }
        self.registry = registry
        self.naming = naming
        self.actions = actions
        self.requestDeletion = requestDeletion
        self.logger = logger
    }

    /// How far a wipe is that runs.
    package func progress(as identity: Identity) async throws(ActionRefusal) -> WipeProgress {
        try await actions.require(.ownHome, of: identity)
        return progress
    }

    /// Requests a wipe of the home, which `run` carries out. Returns once the gateway is about to stop; the result says
    /// which devices have to be reset by hand. When the task is cancelled, only the wait ends. `name` confirms it: the
    /// name of the home. Throws `.conflict` while another wipe runs.
    package func wipe(confirming name: String, as identity: Identity) async throws(ActionRefusal) -> WipeProgress {
        try await actions.require(.ownHome, of: identity)
        try await actions.require(StepUp.wipes, of: identity)
        guard await name == naming.name else {
            throw .invalid(
                field: "name", code: "notConfirmed", detail: "Confirm the wipe with the name of the home.")
        }
        guard progress.state == .none else { throw .conflict("The home is being wiped already.") }
        progress.state = .unpairing
        let act: AuditedAction
        do throws(ActionRefusal) {
            act = try await actions.writeEntry(.dataErase, by: identity, metadata: ["act": "wipe"])
        } catch {
            progress = WipeProgress()
            throw error
        }
        // Before the pairings end: a restart in the meantime deletes everything, and no home is left half unpaired.
        do {
            try requestDeletion()
        } catch {
            progress = WipeProgress()
            logger.error("the wipe could not be stored", metadata: [LogKey.errorCode: "\(error)"])
            await actions.recordFailure(of: [act], .notStored)
            throw .conflict("The wipe could not be stored, so nothing was deleted. See tomte doctor.")
        }
        request.yield()
        await waitForEnd()
        isUnanswered = Task.isCancelled
        return progress
    }

    /// Waits for a wipe, and ends the pairings. Returns when the answer had time to be sent, or when the task is
    /// cancelled. The gateway stops then.
    package func run() async {
        for await _ in requests {
            await unpairAll()
            if !Task.isCancelled {
                logger.notice("the home is wiped: the gateway stops and deletes everything")
                progress.state = .wiping
            }
            for requester in requesters { requester.finish() }
            await actions.clock.sleep(for: isUnanswered ? Self.readingTime : Self.answerTime)
            stopsGateway = !Task.isCancelled
            return
        }
    }

    private func waitForEnd() async {
        guard progress.state == .unpairing else { return }
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        requesters.append(continuation)
        for await _ in end {}
    }
}

// MARK: - Paired devices

extension WipeService {
    private func unpairAll() async {
        var open: [(pairing: DevicePairing, link: any PairingLink)] = []
        for link in links { open += await link.pairings().map { (pairing: $0, link: link) } }
        progress.pairings = open.count
        progress.byHand = await devicesOfOtherLinks()
        let clock = actions.clock
        await withTaskGroup(of: (pairing: DevicePairing, isRemoved: Bool)?.self) { group in
            for (pairing, link) in open {
                group.addTask {
                    let isRemoved = try? await link.unpair(pairing.root, discarding: false)
                    return (pairing, isRemoved ?? false)
                }
            }
            group.addTask {
                await clock.sleep(for: Self.unpairingTime)
                return nil
            }
            var waiting = Dictionary(open.map { ($0.pairing.root, $0.pairing) }, uniquingKeysWith: { $1 })
            while !waiting.isEmpty, let result = await group.next(), let (pairing, isRemoved) = result {
                waiting[pairing.root] = nil
                note(pairing, isRemoved: isRemoved)
            }
            for pairing in waiting.values { note(pairing, isRemoved: false) }
            group.cancelAll()
        }
    }

    private func note(_ pairing: DevicePairing, isRemoved: Bool) {
        let name = EscapedText(pairing.announcedName, limit: 64).description
        if isRemoved { progress.unpaired.append(name) } else { progress.byHand.append(name) }
    }

    /// The devices that have credentials from the gateway, which are not valid after the wipe.
    private func devicesOfOtherLinks() async -> [String] {
        let pairable = links.reduce(into: Set<LinkKind>()) { $0.formUnion($1.kinds) }
        return await registry.snapshot.devices.values.filter { !pairable.contains($0.address.kind) }
            .map(\.name.text).sorted()
    }
}
