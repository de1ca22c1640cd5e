/// Coalesces requests for slow work: requests that arrive while the work runs share its next run.
///
/// `run` performs the work, so that a cancelled caller does not affect the others. Callers wait until `run` is called;
/// once it has ended, each caller performs the work itself.
package actor RequestCoalescer<Request: Sendable, Answer: Sendable> {
    private let work: @Sendable ([Request]) async -> [Answer]
    private var waiting: [(request: Request, answer: CheckedContinuation<Answer, Never>)] = []
    private var hasEnded = false
    private let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `work` returns one result for each request, in the same order.
    package init(_ work: @escaping @Sendable ([Request]) async -> [Answer]) { self.work = work }

    /// Returns the result for `request` from the next run of the work.
    package func callAsFunction(_ request: Request) async -> Answer {
        guard !hasEnded else { return await alone(request) }
        return await withCheckedContinuation { continuation in
            waiting.append((request, continuation))
            self.request.yield()
        }
    }

    /// Performs the work until cancelled. Requests that wait at that time are still answered.
    package func run() async {
        for await _ in requests { await runBatches() }
        hasEnded = true
        await runBatches()
    }

    private func runBatches() async {
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            let answers = await work(batch.map(\.request))
            for (one, answer) in zip(batch, answers) { one.answer.resume(returning: answer) }
        }
    }

    private func alone(_ request: Request) async -> Answer {
        while true {
            if let answer = await work([request]).first { return answer }
        }
    }
}
