import DeviceProtocols
import HomeModel
import Synchronization

@testable import GatewayCore

/// A configurator without a network. The test sets what it finds and how it fails; it records what it sends.
final class FakeConfigurator: DeviceConfigurator {
    static let target = SetupTarget(address: IPv4Address(rawValue: 0xC0A8_0732))
    static let mac = MACAddress(bits: 0x0200_0000_0001)

    private struct State {
        var id = "shellyplus1-020000000001"
        var mac = FakeConfigurator.mac
        var failures: [DeviceRequest.Effect: SetupFailure] = [:]
        var sent: [DeviceRequest.Effect] = []
        var onSettings: (@Sendable () async -> Void)?
        var isSilent = false
        var silentCount = 0
    }

    private let state = Mutex(State())

    var sent: [DeviceRequest.Effect] { state.withLock { $0.sent } }

    /// How many questions it does not answer now.
    var silentCount: Int { state.withLock { $0.silentCount } }

    /// Makes the device answer no question, until the question is cancelled.
    func set(isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

    func answer(as id: String, mac: MACAddress) { state.withLock { ($0.id, $0.mac) = (id, mac) } }
    func fail(_ effect: DeviceRequest.Effect, with failure: SetupFailure) {
        state.withLock { $0.failures[effect] = failure }
    }
    /// `work` runs while the settings are written.
    func whenConfigured(_ work: @escaping @Sendable () async -> Void) { state.withLock { $0.onSettings = work } }

    func identify(_ target: SetupTarget, as family: DeviceFamily?) async throws(SetupFailure) -> IdentifiedDevice {
        let (id, mac, isSilent) = state.withLock { ($0.id, $0.mac, $0.isSilent) }
        if isSilent {
            state.withLock { $0.silentCount += 1 }
            defer { state.withLock { $0.silentCount -= 1 } }
            await Self.waitForCancellation()
            throw .cancelled
        }
        return IdentifiedDevice(
            target: target, terms: ShellyFamily.terms,
            identity: DeviceIdentity(id: id, mac: mac, model: "Plus1", firmware: "1.7.5"),
            gatewayAddress: IPv4Address(rawValue: 0xC0A8_0701))
    }

    func settings(of device: IdentifiedDevice, root: DeviceID, port: Int) -> [SetupSetting] {
        [SetupSetting(name: "server", value: .text("\(device.gatewayAddress):\(port)"))]
    }

    func send(
        _ requests: [DeviceRequest], effect: DeviceRequest.Effect, to device: IdentifiedDevice,
        ifPermitted check: @Sendable () async throws(SetupFailure) -> Void
    ) async throws(SetupFailure) {
        try await check()
        let (failure, work) = state.withLock { state in
            state.sent.append(effect)
            return (state.failures[effect], effect == .settings ? state.onSettings : nil)
        }
        if let failure { throw failure }
        await work?()
    }

    static func waitForCancellation() async {
        for await _ in AsyncStream<Void>.makeStream().stream {}
    }

    func isConfigurable(announcedAs name: String) -> Bool { ShellySetup.macSuffix(inAnnouncedName: name) != nil }
}
