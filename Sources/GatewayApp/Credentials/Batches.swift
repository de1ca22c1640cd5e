/// Work that takes a while and that many may ask for: requests that come while it is under way share the next round.
///
/// `run` does the work, so that a caller that is cancelled takes nothing away from the others. Until it runs, callers wait;
/// once it has ended, each does its own work.
actor Batches<Request: Sendable, Answer: Sendable> {
    private let work: @Sendable ([Request]) async -> [Answer]
    private var waiting: [(request: Request, answer: CheckedContinuation<Answer, Never>)] = []
    private var hasEnded = false
    private let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `work` gives one answer for each request, in order.
    init(_ work: @escaping @Sendable ([Request]) async -> [Answer]) { self.work = work }

    func callAsFunction(_ request: Request) async -> Answer {
        guard !hasEnded else { return await alone(request) }
        return await withCheckedContinuation { continuation in
            waiting.append((request, continuation))
            self.request.yield()
        }
    }

    /// Works until cancelled. What waits then is answered still.
    func run() async {
        for await _ in requests { await workOff() }
        hasEnded = true
        await workOff()
    }

    private func workOff() async {
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
