/// The exchanges of one session, with a limit. It decides which exchange a message belongs to, and acknowledges messages
/// that belong to none.
///
/// Callers process the table's actions as they would those of `Exchange`, whose functions it calls.
package struct ExchangeTable: Sendable {
    /// An exchange is named by its number and by who began it.
    package struct Key: Hashable, Sendable {
        package let id: UInt16
        /// The role of this side.
        package let role: ExchangeRole

        package init(id: UInt16, role: ExchangeRole) {
            self.id = id
            self.role = role
        }
    }

    /// A session has at most so many exchanges in each role, unless the initializer gets another limit.
    package static let defaultLimit = 16

    private static let busyWait = Duration.seconds(5)

    private let limit: Int
    private var nextID: UInt16
    private var exchanges: [Key: Exchange] = [:]

    /// `limit` counts for each role alone, so that a peer cannot use up the exchanges that this side begins.
    package init(limit: Int = defaultLimit, using random: inout some RandomNumberGenerator) {
        self.limit = limit
        nextID = UInt16.random(in: .min ... .max, using: &random)
    }

    package var count: Int { exchanges.count }

    /// Whether a message of this side waits for its acknowledgement.
    package var isAwaitingAcknowledgement: Bool { exchanges.values.contains { $0.isAwaitingAcknowledgement } }

    /// The exchange with this name. Callers change it in place, and remove it with `removeFinished`.
    package subscript(key: Key) -> Exchange? {
        get { exchanges[key] }
        _modify { yield &exchanges[key] }
    }

    /// When callers must call `perform` for an exchange next.
    package var dueTime: ContinuousClock.Instant? { exchanges.values.compactMap(\.dueTime).min() }

    /// The exchanges that have something to do now.
    package func dueKeys(at now: ContinuousClock.Instant) -> [Key] {
        exchanges.compactMap { key, exchange in exchange.dueTime.map { $0 <= now } == true ? key : nil }
    }

    /// Begins an exchange as its initiator. Throws `.tooManyExchanges` at the limit.
    package mutating func begin() throws(ExchangeError) -> Key {
        guard count(of: .initiator) < limit else { throw .tooManyExchanges(limit: limit) }
        var key = Key(id: nextID, role: .initiator)
        while exchanges[key] != nil { key = Key(id: key.id &+ 1, role: .initiator) }
        nextID = key.id &+ 1
        exchanges[key] = Exchange(id: key.id, role: .initiator)
        return key
    }

    /// What a received message is.
    package enum Reception: Sendable {
        /// A message of an exchange. `isFirst` tells that the peer has begun the exchange with it.
        case message(Key, Exchange.Reception, isFirst: Bool)
        /// A message of no exchange, which is not used. `datagrams` acknowledge it if its sender waits for that.
        case none(datagrams: [[UInt8]])
        /// The peer has begun more exchanges than it may. `datagrams` say so to it.
        case refused(datagrams: [[UInt8]])
    }

    /// Passes a message to its exchange, which it adds if the peer has begun one.
    ///
    /// At the limit the answer to a message that begins an exchange is that this side is busy.
    package mutating func receive(
        _ message: ReceivedMessage, session: inout some MessageSession, at now: ContinuousClock.Instant
    ) throws(MessageError) -> Reception {
        let header = message.header
        let key = Key(id: header.exchangeID, role: header.senderRole == .initiator ? .responder : .initiator)
        if let reception = try exchanges[key]?.receive(message, session: &session, at: now) {
            return .message(key, reception, isFirst: false)
        }
        let begins = key.role == .responder && !message.isDuplicate && !header.isStandaloneAcknowledgement
        guard begins else {
            guard header.isReliable else { return .none(datagrams: []) }
            let datagram = try Exchange.acknowledgement(
                of: message.counter, exchangeID: key.id, role: key.role, session: &session)
            return .none(datagrams: [datagram])
        }
        guard count(of: .responder) < limit else {
            return .refused(datagrams: try busyAnswer(to: message, session: &session))
        }
        var exchange = Exchange(id: key.id, role: .responder)
        let reception = try exchange.receive(message, session: &session, at: now)
        exchanges[key] = exchange
        return .message(key, reception, isFirst: true)
    }

    /// Removes the exchanges that were closed and have nothing more to send.
    package mutating func removeFinished() {
        exchanges = exchanges.filter { !$0.value.isFinished }
    }

    /// The message that tells the sender of `message` to try again later; none for an unknown protocol.
    private func busyAnswer(
        to message: ReceivedMessage, session: inout some MessageSession
    ) throws(MessageError) -> [[UInt8]] {
        let (opcode, payload): (UInt8, [UInt8])
        switch message.header.protocolID {
        case .secureChannel:
            opcode = SecureChannelOpcode.statusReport.rawValue
            payload = StatusReport.busy(wait: Self.busyWait).encode()
        case .interactionModel:
            opcode = InteractionOpcode.statusResponse.rawValue
            payload = StatusResponse(status: .busy).encode()
        default: return []
        }
        let header = ProtocolHeader(
            exchangeID: message.header.exchangeID, senderRole: .responder, protocolID: message.header.protocolID,
            opcode: opcode, isReliable: false,
            acknowledgedCounter: message.header.isReliable ? message.counter : nil)
        return [try session.encode(header, payload: payload).bytes]
    }

    private func count(of role: ExchangeRole) -> Int { exchanges.keys.count { $0.role == role } }
}
