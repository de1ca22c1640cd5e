/// Where the process of the broker runs, and how the gateway starts, signals and ends it there. `Broker` supervises a
/// broker through this boundary only.
protocol BrokerHost: Sendable {
    /// What `tomte status` calls the host.
    var kind: BrokerHostKind { get }

    /// Returns the broker that runs; nil when none does.
    func find() -> BrokerProcess?

    /// Whether `process` was started with `configuration`, whatever its tuning.
    func runs(_ configuration: BrokerConfiguration, in process: BrokerProcess) -> Bool

    /// Writes the configuration and starts a broker with it. Returns as soon as its process exists; the process may
    /// end at once. No other broker of this home may run.
    func launch(_ launch: BrokerLaunch) async throws(BrokerError) -> BrokerProcess

    /// Requests `action` of the running broker, and returns without waiting for it. A request can be lost, so callers
    /// repeat it until they see the effect. Throws when it cannot be made.
    func request(_ action: BrokerAction, of process: BrokerProcess) throws(BrokerError)

    /// Ends the broker, which first saves its sessions and queues. Returns when its process has ended. Throws when it
    /// has not ended in time. Cancellation is ignored, because it would leave the process running.
    func end(_ process: BrokerProcess) async throws(BrokerError)

    /// The error for a request whose effect did not appear.
    func unanswered(_ action: BrokerAction, seconds: Int) -> BrokerError
}

/// The two hosts of a broker.
package enum BrokerHostKind: String, Sendable {
    /// A process that the gateway starts, in a session of its own.
    case child
    /// A service of the system's service manager.
    case service

    /// Whether a normal stop of the gateway leaves the broker running.
    var outlivesGateway: Bool { self == .service }
    /// How often a request without an effect is repeated, in hundredths of a second.
    var repetition: Int { self == .service ? 500 : 50 }
}

/// An action of a running broker on request.
enum BrokerAction: String, Sendable {
    /// It reads certificate, revocations, access rules and limits again.
    case reload
    /// It writes its sessions, queues and retained messages to the disk.
    case save
}

/// The configuration with which a broker is started.
struct BrokerLaunch {
    let configuration: BrokerConfiguration
    let tuning: BrokerTuning
}
