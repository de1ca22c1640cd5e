import Logging
import MatterProtocol
import MatterTransport

/// Secure sessions and their exchanges.
extension NodeServer {
    nonisolated func runSessions(
        _ established: AsyncStream<EstablishedNodeSession>, over endpoint: DatagramEndpoint
    ) async {
        await withDiscardingTaskGroup { group in
            for await session in established { group.addTask { await self.run(session, over: endpoint) } }
        }
    }

    private nonisolated func run(_ session: EstablishedNodeSession, over endpoint: DatagramEndpoint) async {
        let id = session.secure.localSessionID
        let (reports, reportSink) = AsyncStream<UInt32>.makeStream(bufferingPolicy: .bufferingOldest(256))
        do throws(NodeFailure) {
            try await SessionChannel.with(
                session.secure, at: session.arrival.source, over: endpoint, clock: clock
            ) { channel throws(NodeFailure) in
                await self.add(
                    NodeSession(
                        channel: channel, subject: session.subject,
                        attestationChallenge: session.attestationChallenge, reports: reportSink), id: id)
                await withDiscardingTaskGroup { group in
                    group.addTask { for await report in reports { await self.sendReport(report) } }
                    for await incoming in channel.incoming {
                        group.addTask { await self.serve(incoming, session: id, channel: channel) }
                    }
                    // Exchanges that still wait for the controller end.
                    await channel.close()
                    group.cancelAll()
                }
            }
        } catch {
            logger.debug("a session ended", metadata: ["error.reason": "\(error)"])
        }
        await remove(session: id)
    }

    /// Adds a session. Too many end the one that was not used for the longest time, because controllers that vanish do not
    /// end theirs.
    private func add(_ session: NodeSession, id: UInt16) async {
        if sessions.count >= limits.sessions,
            let oldest = sessions.values.filter({ !$0.isPasscode }).min(by: { $0.lastUse < $1.lastUse })
        {
            await oldest.channel.close()
        }
        sessions[id] = session
    }

    /// Forgets a session and its subscriptions. The end of a commissioner's session also ends its fail-safe, as nodes do
    /// that are built with the reference implementation.
    private func remove(session id: UInt16) async {
        for (number, subscription) in subscriptions where subscription.session == id { endSubscription(number) }
        guard let session = sessions.removeValue(forKey: id) else { return }
        session.reports.finish()
        if session.isPasscode { await expireFailSafe() }
    }

    /// Answers the request of one exchange.
    private nonisolated func serve(_ incoming: IncomingExchange, session: UInt16, channel: SessionChannel) async {
        await use(session: session)
        do throws(NodeFailure) {
            try await answer(incoming, session: session)
        } catch {
            logger.debug("a request was not answered", metadata: ["error.reason": "\(error)"])
        }
        await incoming.exchange.end()
        guard await takesEndOfSession else { return }
        await channel.flush()
        await channel.close()
    }

    private func use(session id: UInt16) { sessions[id]?.lastUse = .now }

    private var takesEndOfSession: Bool {
        defer { faults.endsSessionAfterAnswer = false }
        return faults.endsSessionAfterAnswer
    }

    /// Ends the sessions of a fabric, and those of commissioners if `fabric` is nil. `except` may still send its answer.
    func endSessions(fabric: UInt8?, except kept: UInt16? = nil) async {
        for (id, session) in sessions where id != kept {
            if fabric == nil ? session.isPasscode : session.subject.fabric == fabric { await session.channel.close() }
        }
    }
}
