import Logging
import MatterProtocol
import MatterTransport

/// What a controller subscribed to.
struct Subscription: Sendable {
    let session: UInt16
    let fabric: UInt8?
    var selection: ReportSelection
    /// The shortest and the longest time between two reports.
    let minimum: Duration
    let maximum: Duration
    /// Whether the controller has the answer to its request.
    var isActive = false
    var isReporting = false
    var changed: Set<AttributePath> = []
    var hasEvents = false
    var isUrgent = false
    var lastReport = ContinuousClock.now

    var hasNews: Bool { !changed.isEmpty || hasEvents }
}

/// Subscriptions and their reports.
extension NodeServer {
    /// Makes a subscription, and returns the first report for it. Reports follow after `activateSubscription`.
    func beginSubscription(
        _ request: SubscribeRequest, session: UInt16
    ) throws(StatusError) -> (UInt32, NodeReport) {
        guard request.minimumInterval <= request.maximumInterval,
            !request.attributes.isEmpty || !request.events.isEmpty, let subject = sessions[session]?.subject
        else { throw StatusError(.invalidAction) }
        let selection = ReportSelection(request)
        lastEventFilter = selection.minimumEventNumber
        let report = try report(selection, session: session)
        // A subscription that can never report anything is refused.
        let hasData = report.attributes.contains { if case .data = $0 { true } else { false } }
        guard hasData || !request.events.isEmpty || !request.dataVersionFilters.isEmpty else {
            throw StatusError(.invalidAction)
        }
        if !request.keepsSubscriptions {
            for (id, other) in subscriptions where isSameSubscriber(other, subject: subject) { endSubscription(id) }
        }
        guard subscriptions.values.count(where: { $0.fabric == subject.fabric }) < limits.subscriptions else {
            throw StatusError(.resourceExhausted)
        }
        var id = UInt32.random(in: 1 ... .max)
        while subscriptions[id] != nil { id = .random(in: 1 ... .max) }
        var subscription = Subscription(
            session: session, fabric: subject.fabric, selection: selection,
            minimum: .seconds(Int(request.minimumInterval)),
            maximum: .seconds(Int(limits.reportInterval(request.maximumInterval))))
        subscription.selection.minimumEventNumber = events.nextNumber
        subscriptions[id] = subscription
        return (id, report)
    }

    private func isSameSubscriber(_ subscription: Subscription, subject: AccessSubject) -> Bool {
        sessions[subscription.session]?.subject == subject
    }

    func activateSubscription(_ id: UInt32) {
        subscriptions[id]?.isActive = true
        subscriptions[id]?.lastReport = .now
        scheduleReport(of: id)
    }

    /// Ends a subscription without a message.
    func endSubscription(_ id: UInt32) {
        subscriptions[id] = nil
        schedule(.subscription(id), at: nil)
    }

    /// Sets when the subscription reports next: after its minimum interval if there is something new, at once if that is
    /// urgent, and otherwise after its maximum interval.
    func scheduleReport(of id: UInt32) {
        guard let subscription = subscriptions[id], subscription.isActive, !subscription.isReporting else { return }
        let last = subscription.lastReport
        let due: ContinuousClock.Instant
        if subscription.hasNews {
            due = subscription.isUrgent ? .now : last + subscription.minimum
        } else {
            due = last + subscription.maximum
        }
        if due <= .now { requestReport(of: id) } else { schedule(.subscription(id), at: due) }
    }

    /// Lets the session of a subscription send a report.
    func requestReport(of id: UInt32) {
        guard let subscription = subscriptions[id], subscription.isActive, !subscription.isReporting else { return }
        schedule(.subscription(id), at: nil)
        subscriptions[id]?.isReporting = true
        sessions[subscription.session]?.reports.yield(id)
    }

    /// Sends what is new; an empty report if nothing is. Ends the subscription if the controller does not accept it.
    nonisolated func sendReport(_ id: UInt32) async {
        guard let (channel, report, repetitions) = await takeReport(of: id) else { return }
        var isAccepted = true
        for _ in 0...repetitions where isAccepted {
            do throws(NodeFailure) {
                let exchange = try await channel.begin()
                do throws(NodeFailure) {
                    try await send(report, over: exchange, subscription: id)
                    await countReport()
                    await exchange.end()
                } catch {
                    await exchange.end()
                    throw error
                }
            } catch {
                logger.debug("a subscription ended", metadata: ["error.reason": "\(error)"])
                isAccepted = false
            }
        }
        await finishReport(of: id, isAccepted: isAccepted)
    }

    private func countReport() { reportCount += 1 }

    private func takeReport(of id: UInt32) -> (SessionChannel, NodeReport, Int)? {
        guard var subscription = subscriptions[id], let session = sessions[subscription.session] else { return nil }
        guard !faults.withholdsReports else {
            // The news stays, and so does the subscription.
            subscriptions[id]?.isReporting = false
            subscriptions[id]?.lastReport = .now
            schedule(.subscription(id), at: .now + subscription.maximum)
            return nil
        }
        var selection = subscription.selection
        let paths = subscription.changed.sorted {
            ($0.endpoint, $0.cluster, $0.attribute) < ($1.endpoint, $1.cluster, $1.attribute)
        }
        let attributes = paths.compactMap { path in
            reportWithoutFilter(path, selection: selection, session: subscription.session)
        }
        let newEvents = selection.events.isEmpty ? [] : eventReports(selection, session: subscription.session)
        selection.minimumEventNumber = events.nextNumber
        subscription.selection = selection
        subscription.changed = []
        subscription.hasEvents = false
        subscription.isUrgent = false
        subscription.lastReport = .now
        subscriptions[id] = subscription
        return (
            session.channel, NodeReport(attributes: attributes, events: newEvents), max(0, faults.repeatedReports)
        )
    }

    /// Data version filters apply to the first report alone.
    private func reportWithoutFilter(
        _ path: AttributePath, selection: ReportSelection, session: UInt16
    ) -> AttributeReport? {
        let plain = ReportSelection(
            ReadRequest(attributes: [AttributePathPattern(path)], isFabricFiltered: selection.isFabricFiltered))
        return attributeReport(path, selection: plain, session: session)
    }

    private func finishReport(of id: UInt32, isAccepted: Bool) {
        guard isAccepted else { return endSubscription(id) }
        subscriptions[id]?.isReporting = false
        scheduleReport(of: id)
    }
}
