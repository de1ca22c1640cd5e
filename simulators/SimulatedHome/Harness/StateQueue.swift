/// The values that a server has yet to show, in order. A thousand of them wait; the oldest one is dropped for another.
struct StateQueue: Sendable {
    struct Entry: Sendable {
        let state: ShownState
        let device: String
    }

    let entries: AsyncStream<Entry>
    private let inbox: AsyncStream<Entry>.Continuation

    init() {
        (entries, inbox) = AsyncStream.makeStream(of: Entry.self, bufferingPolicy: .bufferingNewest(1000))
    }

    func append(_ state: ShownState, device: String) { inbox.yield(Entry(state: state, device: device)) }

    func finish() { inbox.finish() }
}
