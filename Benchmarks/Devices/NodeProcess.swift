import Foundation
import HomeKitPeers
import HomeKitProtocol

/// The simulated node of the Matter figures, in a process of its own: this program once more, as `SimulatedNodeProgram`.
struct NodeProcess: Sendable {
    /// A node that no controller knows.
    struct FreshNode: Sendable {
        let port: UInt16
        let passcode: UInt32
        /// What it announces while it can be commissioned.
        let name: String
        let txt: [String]
    }

    /// What has passed the socket of the present node.
    struct Traffic: Sendable {
        var datagrams = 0
        var roundTrips = 0
    }

    private struct Question: Sendable {
        let operation: String
        let answer: CheckedContinuation<HomeKitJSON, any Error>
    }

    /// Longer than any controller delays an acknowledgement.
    private static let quietTime = Duration.milliseconds(500)

    /// The certificate of the maker of the nodes.
    let authority: [UInt8]
    private let questions: AsyncStream<Question>.Continuation

    /// Runs `body` with the process, which has no node yet.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (NodeProcess) async throws -> Value
    ) async throws -> Value {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        var value: Value?
        try await PythonPeer.run(program: program, arguments: [SimulatedNodeProgram.argument], greets: true) { peer in
            let (asked, questions) = AsyncStream.makeStream(of: Question.self)
            let process = NodeProcess(
                authority: [UInt8](hex: peer.greeting["authority"]?.text ?? ""), questions: questions)
            async let result = process.use(body)
            for await question in asked {
                do {
                    question.answer.resume(returning: try await peer.ask(question.operation))
                } catch {
                    question.answer.resume(throwing: error)
                }
            }
            value = try await result
        }
        guard let value else { throw CancellationError() }
        return value
    }

    private func use<Value: Sendable>(
        _ body: @Sendable (NodeProcess) async throws -> Value
    ) async throws -> Value {
        defer { questions.finish() }
        return try await body(self)
    }

    /// Ends the present node, and begins another one.
    func startNode() async throws -> FreshNode {
        let answer = try await ask(SimulatedNodeProgram.startOperation)
        guard case .integer(let port)? = answer["port"], case .integer(let passcode)? = answer["passcode"],
            let name = answer["name"]?.text, let txt = answer["txt"]?.elements
        else { throw ConditionNotMet("the simulated node starts: \(answer)") }
        return FreshNode(
            port: UInt16(clamping: port), passcode: UInt32(clamping: passcode), name: name,
            txt: txt.compactMap(\.text))
    }

    /// Returns the traffic since the start of the present node, once late acknowledgements have passed.
    func traffic() async throws -> Traffic {
        try await Task.sleep(for: Self.quietTime)
        let answer = try await ask(SimulatedNodeProgram.trafficOperation)
        guard case .integer(let datagrams)? = answer["datagrams"],
            case .integer(let roundTrips)? = answer["roundTrips"]
        else { throw ConditionNotMet("the simulated node counts its datagrams: \(answer)") }
        return Traffic(datagrams: Int(datagrams), roundTrips: Int(roundTrips))
    }

    private func ask(_ operation: String) async throws -> HomeKitJSON {
        try await withCheckedThrowingContinuation { answer in
            guard case .enqueued = questions.yield(Question(operation: operation, answer: answer)) else {
                return answer.resume(throwing: CancellationError())
            }
        }
    }
}

extension NodeProcess.Traffic {
    static func + (one: Self, other: Self) -> Self {
        Self(datagrams: one.datagrams + other.datagrams, roundTrips: one.roundTrips + other.roundTrips)
    }

    static func - (later: Self, earlier: Self) -> Self {
        Self(datagrams: later.datagrams - earlier.datagrams, roundTrips: later.roundTrips - earlier.roundTrips)
    }
}
