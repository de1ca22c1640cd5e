/// Remembers the newest values of several askers, at most `limit` in all. When it is full, the asker with the most
/// entries loses their oldest one, so that many entries of one asker never displace those of another.
struct FairCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// A value, the asker that it counts for, and its position in the order of insertion.
    private struct Entry {
        var value: Value
        let asker: String
        let number: Int
        let since: Duration
    }

    /// The entries of one asker, oldest first. Removed entries stay in `order` until they come first, or are too many.
    private struct Share {
        var order: [(key: Key, number: Int)] = []
        var first = 0
        var count = 0
    }

    let limit: Int
    private var entries: [Key: Entry] = [:]
    private var shares: [String: Share] = [:]
    private var insertionCount = 0

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }
    /// The length of the orders of all askers together, including removed entries.
    var orderLength: Int { shares.values.reduce(0) { $0 + $1.order.count } }
    var values: some Sequence<Value> { entries.values.lazy.map(\.value) }

    subscript(_ key: Key) -> Value? { entries[key]?.value }

    /// Remembers `value` as the newest one of `asker`. `since` is the uptime at which it was made.
    mutating func insert(_ value: Value, for key: Key, of asker: String, since: Duration) {
        remove(key)
        insertionCount += 1
        entries[key] = Entry(value: value, asker: asker, number: insertionCount, since: since)
        shares[asker, default: Share()].order.append((key, insertionCount))
        shares[asker]?.count += 1
        guard entries.count > limit, let largest = shares.max(by: { $0.value.count < $1.value.count })?.key else {
            return
        }
        if let oldest = oldest(of: largest) { remove(oldest) }
    }

    /// Changes a value and keeps its place in the order; does nothing if it is not remembered.
    mutating func change(_ key: Key, body: (inout Value) -> Void) {
        if var entry = entries.removeValue(forKey: key) {
            body(&entry.value)
            entries[key] = entry
        }
    }

    /// Changes all values; each keeps its place in the order.
    mutating func changeAll(body: (inout Value) -> Void) {
        for key in Array(entries.keys) { change(key, body: body) }
    }

    mutating func remove(_ key: Key) {
        guard let asker = entries.removeValue(forKey: key)?.asker else { return }
        shares[asker]?.count -= 1
        guard let share = shares[asker] else { return }
        if share.count == 0 {
            shares[asker] = nil
        } else if share.order.count - share.first > 2 * share.count + 64 {
            let order = share.order[share.first...].filter(isCurrent)
            shares[asker] = Share(order: order, count: share.count)
        }
    }

    /// Removes the values that were made before the uptime `edge`.
    mutating func removeAll(before edge: Duration) {
        for asker in Array(shares.keys) {
            while let key = oldest(of: asker), let entry = entries[key], entry.since < edge { remove(key) }
        }
    }

    private mutating func oldest(of asker: String) -> Key? {
        guard var share = shares[asker] else { return nil }
        while share.first < share.order.count, !isCurrent(share.order[share.first]) { share.first += 1 }
        if share.first > 64, share.first * 2 > share.order.count {
            share.order.removeFirst(share.first)
            share.first = 0
        }
        shares[asker] = share
        return share.first < share.order.count ? share.order[share.first].key : nil
    }

    private func isCurrent(_ place: (key: Key, number: Int)) -> Bool { entries[place.key]?.number == place.number }
}
