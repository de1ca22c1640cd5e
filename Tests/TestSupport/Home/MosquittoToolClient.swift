import DeviceProtocols
import Foundation
package import HomeModel
package import MosquittoTransport
package import SimulatedHome
import Subprocess

/// The programs `mosquitto_pub` and `mosquitto_sub` with the credential of one device.
package struct MosquittoToolClient: Sendable {
    package let root: String
    package let port: UInt16
    package let credential: DeviceCredential
    private let folder: String

    /// Issues the credential if there is none yet.
    package init(_ root: String, mac: MACAddress? = nil, in home: HomeUnderTest) async throws {
        self.root = root
        port = home.mqttPort
        let credentials = ProvisionedCredentials(
            home: home, families: { _ in mac == nil ? .homie : .tasmota }, macOf: { _ in mac })
        credential = try await credentials.credential(for: root)
        folder = home.credentials
    }

    /// Publishes with `mosquitto_pub`. Returns its output, empty when the broker accepted the message, and whether it
    /// succeeded.
    @discardableResult
    package func publish(
        _ payload: [UInt8], to topic: String, retained: Bool = false, clientID: String? = nil,
        from address: String? = nil
    ) async throws -> (isDone: Bool, output: String) {
        let file = "\(folder)/\(UUID().uuidString)"
        try Data(payload).write(to: URL(fileURLWithPath: file))
        defer { unlink(file) }
        let result = try await Subprocess.run(
            .name("mosquitto_pub"),
            arguments: Arguments(
                connection(clientID) + ["-q", "1", "-t", topic, "-f", file] + (retained ? ["-r"] : [])
                    + (address.map { ["-A", $0] } ?? [])),
            output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
        return (result.terminationStatus.isSuccess, result.standardOutput + result.standardError)
    }

    @discardableResult
    package func publish(
        _ payload: String, to topic: String, retained: Bool = false, clientID: String? = nil,
        from address: String? = nil
    ) async throws -> (isDone: Bool, output: String) {
        try await publish(Array(payload.utf8), to: topic, retained: retained, clientID: clientID, from: address)
    }

    /// Starts `mosquitto_sub`, which runs until it is ended. Every message is a line `topic payload` in `output`.
    package func listen(to filters: [String], output: String) throws -> ChildProcess {
        try ChildProcess(
            ["mosquitto_sub"] + connection(nil) + ["-q", "1", "-v"] + filters.flatMap { ["-t", $0] }, output: output)
    }

    /// Runs `body` with an open `MosquittoConnection` of this device, and closes it afterwards.
    package func withConnection(_ body: (MosquittoConnection) async throws -> Void) async throws {
        var settings = MosquittoSettings(
            host: "localhost", port: port, clientID: root,
            tls: TLSFiles(
                certificateAuthority: credential.certificateAuthority, certificate: credential.certificate,
                privateKey: credential.privateKey))
        settings.maximumPacketBytes = 32 << 20
        let connection = try MosquittoConnection(settings)
        try connection.open()
        do {
            // The first attempt may fail on a busy machine.
            guard await connection.events.contains(where: { if case .connected = $0 { true } else { false } }) else {
                throw TimedOutWaiting(what: "\(root) is connected")
            }
            try await body(connection)
        } catch {
            await connection.close()
            throw error
        }
        await connection.close()
    }

    private func connection(_ clientID: String?) -> [String] {
        [
            "-V", "5", "-h", "localhost", "-p", "\(port)", "-i", clientID ?? root, "--tls-version", "tlsv1.3",
            "--cafile", credential.certificateAuthority,
        ] + (credential.certificate.map { ["--cert", $0] } ?? []) + (credential.privateKey.map { ["--key", $0] } ?? [])
    }
}

extension MosquittoConnection {
    /// Returns true when the connection is lost, and false when the events end first. For the single consumer of the
    /// events.
    package func isLost() async -> Bool {
        await events.contains { if case .disconnected = $0 { true } else { false } }
    }
}
