import Concurrency
import GatewayCore
import HomeModel
import MatterNodes
import MatterProtocol
import MatterTransport

/// What the node reports.
extension NodeFollower {
    /// A subscription that takes longer does not hold other nodes up.
    private static let longestPermit = Duration.seconds(10)
    /// A node that describes itself otherwise again and again is described to the home this often.
    private static let remodellingInterval = Duration.seconds(5)

    /// Subscribes to all attributes and events. Returns after how long without a report the subscription is lost.
    func subscribe(over session: NodeSession) async throws(NodeFailure) -> Duration {
        let plan = state.model.subscriptionPlan
        let request = SubscribeRequest(
            keepsSubscriptions: false, minimumInterval: 0,
            maximumInterval: UInt16(clamping: plan.maximumInterval.components.seconds), attributes: [.all],
            events: [EventPathPattern(isUrgent: true)],
            eventFilters: state.lastKnownEvent.map { [EventFilter(minimumEventNumber: $0 &+ 1)] } ?? [])
        let response = try await services.connecting.withPermit(
            atMost: Self.longestPermit, clock: services.clock.waiting
        ) { () async throws(NodeFailure) in
            try await session.subscribe(request) { report in await self.begin(with: report) }
        }
        lastReport = .now
        return .seconds(Int(response.maximumInterval)) + (await session.channel.answerTime)
    }

    nonisolated func receiveReports(_ session: NodeSession) async -> NodeFailure {
        for await incoming in session.channel.incoming {
            guard incoming.message.header.interactionOpcode == .reportData else {
                await incoming.exchange.end()
                continue
            }
            do throws(NodeFailure) {
                let report = try await incoming.exchange.receiveReport(beginningWith: incoming.message)
                await incoming.exchange.end()
                // Only the subscription shows that it still exists, and not what is polled.
                await noteReport()
                await receive(NumberedReport(report: report, number: incoming.number), from: .subscription)
            } catch {
                await incoming.exchange.end()
                // The rest of one report is missing. The next subscription begins with all values.
                return error
            }
        }
        return await session.channel.ending ?? .sessionClosed
    }

    /// Returns when the subscription is lost, because the node reports at least once in its interval, and when the counters
    /// of the session come to their end.
    nonisolated func watch(_ session: NodeSession, interval: Duration) async -> NodeFailure {
        while !Task.isCancelled, await !session.channel.needsReplacement {
            let passed = await lastReport.duration(to: .now)
            guard passed < interval else { return .timedOut }
            await services.clock.sleep(for: interval - passed)
        }
        return .sessionClosed
    }

    /// Reads, at intervals, what the node does not report.
    nonisolated func poll(_ session: NodeSession) async -> NodeFailure {
        while !Task.isCancelled {
            let plan = await state.model.pollPlan
            await services.clock.sleep(for: plan.interval * Double.random(in: 0.9...1.1))
            guard !Task.isCancelled, !plan.attributes.isEmpty else { continue }
            let request = ReadRequest(attributes: plan.attributes.map { AttributePathPattern($0) })
            // What fails is read again. A lost session ends elsewhere.
            guard let report = try? await session.numberedRead(request) else { continue }
            await receive(report, from: .poll)
        }
        return .sessionClosed
    }

    func noteReport() {
        lastReport = .now
        guard isRenewing, state.model.subscriptionPlan.isSleepy, renewals.noteReport(at: services.clock.uptime()) else {
            return
        }
        renewalPause.interrupt()
    }

    /// Applies the first report of a subscription.
    func begin(with report: NumberedReport) async {
        let before = state.stored
        let (updates, gone) = state.replace(with: report)
        if state.stored != before { storeModel() }
        for endpoint in gone { await services.eventReceiver.removed(.matter(record.root, endpoint: endpoint)) }
        await describe()
        await apply(updates, number: report.number, isNews: false)
    }

    func receive(_ report: NumberedReport, from origin: NumberedReport.Origin) async {
        let (updates, isStructural) = state.apply(report, from: origin)
        await apply(updates, number: report.number, isNews: origin != .poll)
        if isStructural { work?.remodelling.send() }
        let paths = report.report.attributes.lazy.map(\.path)
        if paths.contains(where: NodeModel.isReachability) { await setAvailability() }
        if paths.contains(NodeFabric.countPath) {
            work?.fabricCheck.send()
            noteFabrics()
        }
    }

    /// Makes the model again after reports that changed it. Returns only when it may be made once more.
    func remodel() async {
        let updates = state.remodel()
        storeModel()
        await describe()
        await setAvailability()
        await apply(updates, number: 0, isNews: false)
        await services.clock.sleep(for: Self.remodellingInterval)
    }

    /// Shows, stores, and compares with commands what the node reports. What is not `isNews` is shown only if it changed.
    func apply(_ updates: [NodeState.Update], number: Int, isNews: Bool) async {
        guard !updates.isEmpty else { return }
        // One after another, so that the last value is shown last.
        await reportTurns.withLock {
            for update in updates {
                noteTransmissions()
                let isProof = effects.canBeEffect(on: update.capability, number: number)
                await services.eventReceiver.receive(update.report, isProof: isProof, isNews: isNews)
            }
            await services.writer.receive(updates.compactMap(\.report.content), of: membership.root)
        }
        noteSettled()
    }
}
