/// Work that takes a while and that many may ask for: whoever asks while it is under way shares the next.
actor Batches<Request: Sendable, Answer: Sendable> {
    private let work: @Sendable ([Request]) async -> [Answer]
    private var waiting: [(request: Request, answer: CheckedContinuation<Answer, Never>)] = []
    private var isBusy = false

    /// `work` gives one answer for each request, in order.
    init(_ work: @escaping @Sendable ([Request]) async -> [Answer]) { self.work = work }

    func callAsFunction(_ request: Request) async -> Answer {
        await withCheckedContinuation { continuation in
            waiting.append((request, continuation))
            guard !isBusy else { return }
            isBusy = true
            // Not a child of who asks first: the others wait for it too, whatever becomes of that one.
            Task { await workOff() }
        }
    }

    private func workOff() async {
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            let answers = await work(batch.map(\.request))
            for (one, answer) in zip(batch, answers) { one.answer.resume(returning: answer) }
        }
        isBusy = false
    }
}
