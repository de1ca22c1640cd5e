package import DeviceProtocols
package import HomeModel

extension DiscoveryParser {
    /// Delivers a message as the link does. Returns no events if the topic does not match the dialect.
    package mutating func receive(_ topic: String, payload: String, isRetained: Bool = true) -> [DiscoveryEvent] {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        return Self.matches(levels) ? receive(levels, payload: Array(payload.utf8), isRetained: isRetained) : []
    }
}

extension [DiscoveryEvent] {
    package var described: [(address: LinkAddress, model: any DialectModel, native: String)] {
        compactMap {
            if case .described(let address, let model, let native) = $0 { (address, model, native) } else { nil }
        }
    }

    package var partiallyDescribed: [(address: LinkAddress, model: any DialectModel, native: String)] {
        compactMap {
            if case .partiallyDescribed(let address, let model, let native) = $0 {
                (address, model, native)
            } else {
                nil
            }
        }
    }

    package var availabilities: [LinkAddress: Availability] {
        let pairs = compactMap { event -> (LinkAddress, Availability)? in
            if case .availability(let availability, let address) = event { (address, availability) } else { nil }
        }
        return Dictionary(pairs) { $1 }
    }

    package var removed: [LinkAddress] { compactMap { if case .removed(let address) = $0 { address } else { nil } } }

    package var findings: [DiscoveryFinding] {
        compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
    }

    package var queries: [DialectMessage] { compactMap { if case .query(let message) = $0 { message } else { nil } } }
}
