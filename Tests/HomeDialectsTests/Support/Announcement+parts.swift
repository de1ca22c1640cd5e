import HomeDialects
import HomeModel

extension DialectAnnouncements {
    /// As the link hands a message over; nothing when the dialect does not take it for its own.
    mutating func hear(_ topic: String, _ payload: String, isRetained: Bool = true) -> [Announcement] {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        return Self.hears(levels) ? hear(levels, Array(payload.utf8), isRetained: isRetained) : []
    }
}

extension [Announcement] {
    var described: [(address: LinkAddress, model: any DialectModel, native: String)] {
        compactMap {
            if case .described(let address, let model, let native) = $0 { (address, model, native) } else { nil }
        }
    }

    var sketched: [(address: LinkAddress, model: any DialectModel, native: String)] {
        compactMap {
            if case .sketched(let address, let model, let native) = $0 { (address, model, native) } else { nil }
        }
    }

    var availabilities: [LinkAddress: Availability] {
        let said = compactMap { news -> (LinkAddress, Availability)? in
            if case .availability(let availability, let address) = news { (address, availability) } else { nil }
        }
        return Dictionary(said) { $1 }
    }

    var removed: [LinkAddress] { compactMap { if case .removed(let address) = $0 { address } else { nil } } }

    var findings: [DialectFinding] { compactMap { if case .finding(let finding) = $0 { finding } else { nil } } }

    var asked: [DialectMessage] { compactMap { if case .ask(let message) = $0 { message } else { nil } } }
}
