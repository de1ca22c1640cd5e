import HomeModel

/// The address of a property within its device.
package struct HomiePropertyPath: Hashable, Sendable {
    package let node: String
    package let property: String

    package init(node: String, property: String) {
        self.node = node
        self.property = property
    }
}

/// A topic of one device.
package struct HomieTopic: Hashable, Sendable {
    /// The kind of topic below a device.
    package enum Kind: Hashable, Sendable {
        case state
        case description
        case value(HomiePropertyPath)
        case target(HomiePropertyPath)
        case set(HomiePropertyPath)
        case alert(String)
        /// A log line, or an attribute of a later minor version.
        case other
    }

    package let domain: String
    package let device: String
    package let kind: Kind
    let convention: HomieConvention

    package init(domain: String, device: String, kind: Kind, convention: HomieConvention = .five) {
        self.domain = domain
        self.device = device
        self.kind = kind
        self.convention = convention
    }

    /// Parses a topic below `<domain>/5/<device>`. Throws `.foreignTopic` for every other topic, also for broadcasts,
    /// because they belong to no device.
    package init(_ topic: String) throws(DialectError) {
        let levels = topic.utf8.prefix(1024).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard topic.utf8.count <= 1024, levels.count > 3, levels[1] == "5", HomieID.isValid(levels[0]),
            HomieID.isValid(levels[2]), let kind = Self.kind(levels[3...])
        else { throw .foreignTopic(EscapedText(topic, limit: 128)) }
        self.init(domain: levels[0], device: levels[2], kind: kind)
    }

    private static func kind(_ levels: ArraySlice<String>) -> Kind? {
        guard let first = levels.first, let last = levels.last else { return nil }
        if first.hasPrefix("$") {
            switch (first, levels.count) {
            case ("$state", 1): return .state
            case ("$description", 1): return .description
            case ("$alert", 2) where HomieID.isValid(last): return .alert(last)
            default: return .other
            }
        }
        let path = levels.prefix(2)
        guard levels.count >= 2, path.allSatisfy(HomieID.isValid) else { return nil }
        let property = HomiePropertyPath(node: first, property: path[path.startIndex + 1])
        switch (levels.count, last) {
        case (2, _): return .value(property)
        case (3, "$target"): return .target(property)
        case (3, "set"): return .set(property)
        default: return last.hasPrefix("$") ? .other : nil
        }
    }
}

extension HomieTopic: CustomStringConvertible {
    package var description: String {
        let base = convention.base(domain, device: device)
        return switch kind {
        case .state: "\(base)/$state"
        case .description: "\(base)/$description"
        case .value(let path): "\(base)/\(path.node)/\(path.property)"
        case .target(let path): "\(base)/\(path.node)/\(path.property)/$target"
        case .set(let path): "\(base)/\(path.node)/\(path.property)/set"
        case .alert(let id): "\(base)/$alert/\(id)"
        case .other: base
        }
    }
}

/// The rules for ids of devices, nodes and properties.
package enum HomieID {
    /// Homie defines no limit, but MQTT topics have one.
    package static let maximumBytes = 128

    /// Allowed are lower-case letters, digits and hyphens. Source: Homie 5 §“Topic IDs”.
    package static func isValid(_ text: String) -> Bool {
        (1...maximumBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
