import HomeModel

/// The devices that retracted their announcements and are therefore reported as lost. When such a device is announced
/// again, its availability becomes `.unknown`, because the device may never publish its availability again.
struct RetractedDevices: Sendable {
    /// At most `limit` devices; a larger set is emptied before the next insertion.
    private var addresses: Set<LinkAddress> = []

    static let limit = 4096

    /// Returns `news` with `.unknown` added after the description of each returned device, unless its availability
    /// follows there already.
    mutating func complete(_ news: [DiscoveryEvent]) -> [DiscoveryEvent] {
        var completed: [DiscoveryEvent] = []
        for (index, announcement) in news.enumerated() {
            completed.append(announcement)
            switch announcement {
            case .removed(let address):
                if addresses.count >= Self.limit { addresses = [] }
                addresses.insert(address)
            case .described(let address, _, _), .partiallyDescribed(let address, _, _):
                guard addresses.remove(address) != nil else { continue }
                if index + 1 < news.count, case .availability(_, address) = news[index + 1] { continue }
                completed.append(.availability(.unknown, address))
            default: break
            }
        }
        return completed
    }
}
