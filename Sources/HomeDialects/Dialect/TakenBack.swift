import HomeModel

/// Whose announcements were taken back, so that they are called lost: one that is announced again may never say again
/// that it is there.
struct TakenBack: Sendable {
    private var addresses: Set<LinkAddress> = []

    static let limit = 4096

    /// The news, and of everyone who is back that nothing is against it any more, unless the news say how it is.
    mutating func complete(_ news: [Announcement]) -> [Announcement] {
        var completed: [Announcement] = []
        for (index, announcement) in news.enumerated() {
            completed.append(announcement)
            switch announcement {
            case .removed(let address):
                if addresses.count >= Self.limit { addresses = [] }
                addresses.insert(address)
            case .described(let address, _, _), .sketched(let address, _, _):
                guard addresses.remove(address) != nil else { continue }
                if index + 1 < news.count, case .availability(_, address) = news[index + 1] { continue }
                completed.append(.availability(.unknown, address))
            default: break
            }
        }
        return completed
    }
}
