import Subprocess

/// `mosquitto_pub` and `mosquitto_sub` with one certificate.
struct Client {
    struct Refused: Error {
        let message: String
    }

    /// The timeout of `mosquitto_sub` in seconds, for messages that never arrive.
    private static let timeoutSeconds = "120"

    let port: UInt16
    let certificatePath: String
    let privateKeyPath: String
    let trustPath: String

    struct Response {
        let isSuccess: Bool
        let lines: [String]
        let errors: String
    }

    private var connection: [String] {
        [
            "-h", "127.0.0.1", "-p", "\(port)", "-V", "5", "--cafile", trustPath, "--cert", certificatePath, "--key",
            privateKeyPath,
        ]
    }

    @discardableResult
    func publish(_ payload: String, to topic: String, more: String...) async throws -> Response {
        try await Self.call("mosquitto_pub", arguments: connection + ["-q", "1", "-t", topic, "-m", payload] + more)
    }

    @discardableResult
    func publish(file: String, to topic: String, _ more: String...) async throws -> Response {
        try await Self.call("mosquitto_pub", arguments: connection + ["-q", "1", "-t", topic, "-f", file] + more)
    }

    /// Creates a durable session, for which the broker queues all messages from now on.
    func subscribeDurably(to topic: String, clientID: String = "any") async throws {
        let response = try await Self.call(
            "mosquitto_sub",
            arguments: connection + [
                "-i", clientID, "-c", "-x", "600", "-q", "1", "-E", "-W", Self.timeoutSeconds, "-t", topic,
            ])
        guard response.isSuccess else { throw Refused(message: response.errors) }
    }

    /// Receives the first `count` messages of the durable session, as `topic payload`.
    func receive(_ count: Int, from topic: String, clientID: String = "any") async throws -> [String] {
        let limits = ["-C", "\(count)", "-W", Self.timeoutSeconds, "-v", "-t", topic]
        return try await Self.call(
            "mosquitto_sub", arguments: connection + ["-i", clientID, "-c", "-x", "600", "-q", "1"] + limits
        )
        .lines
    }

    /// Subscribes until one message arrives or the connection ends, and returns the received payload.
    func listen(to topic: String) async throws -> Response {
        let limits = ["-C", "1", "-W", Self.timeoutSeconds, "-t", topic]
        return try await Self.call("mosquitto_sub", arguments: connection + ["-i", "any", "-q", "1"] + limits)
    }

    @discardableResult
    static func call(_ program: String, arguments: [String]) async throws -> Response {
        let result = try await run(
            .name(program), arguments: Arguments(arguments), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        return Response(
            isSuccess: result.terminationStatus.isSuccess,
            lines: result.standardOutput.split(separator: "\n").map(String.init), errors: result.standardError)
    }
}
