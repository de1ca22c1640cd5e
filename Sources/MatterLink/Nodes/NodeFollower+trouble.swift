import GatewayCore
import HomeModel
import MatterTransport

/// Why a node is not connected.
extension NodeFollower {
    /// The failures after which a node that accepted a session still answers.
    private static let answeredFailures: Set<String> = ["busy", "refused", "timedOut"]

    /// Applies which hosts are announced in other fabrics now.
    func noteHosts(_ elsewhere: Set<AnnouncedHost>) {
        hostsElsewhere = elsewhere
        noteHost()
    }

    /// Remembers the host that announces the address at which the node has a session, and has proved who it is.
    func noteHost() {
        guard session != nil, let service, let address = record.address,
            NodeAddress.all(of: service).contains(address)
        else { return }
        membership.remember { $0.host = AnnouncedHost(service) }
    }

    /// Why there is no session, as far as the announcements in other fabrics explain it.
    var shownTrouble: DevicePairing.Trouble? {
        guard let trouble, trouble.code != DevicePairing.Trouble.connecting.code, service == nil,
            let host = record.host, hostsElsewhere.contains(host)
        else { return trouble }
        return .otherHomesOnly.beginning(at: trouble.since)
    }

    /// The name of a node whose commissioning was interrupted, escaped, and when the node has undone it at the latest. Nil
    /// for any other node.
    var failSafe: (name: String, end: Timestamp)? {
        guard record.state == .unfinished, !isRemoved else { return nil }
        let end = record.commissionedAt + .seconds(Int(Commissioning.failSafeSeconds))
        return (EscapedText(record.name, limit: 64).description, end)
    }

    /// The trouble after an attempt that failed; `failure` is nil if there was no address. It began when the last session
    /// was lost, or with the first attempt.
    func newTrouble(after failure: NodeFailure?) -> DevicePairing.Trouble {
        let beginning = trouble?.since ?? services.clock.now()
        defer { isSubscribing = false }
        guard let failure else { return .notFound.beginning(at: beginning) }
        guard isSubscribing, Self.answeredFailures.contains(failure.code) else {
            return DevicePairing.Trouble(code: failure.code, detail: failure.explanation, since: beginning)
        }
        return .notSubscribed(failure.explanation).beginning(at: beginning)
    }
}
