package import HomeModel

/// The two ways in which Homie devices speak: 5 describes a device in one document, 3 and 4 in a topic for each fact.
/// What the facts mean is the same.
package enum HomieConvention: Sendable {
    /// 3.x and 4.x, which differ in nothing that is read here.
    case four
    case five

    package var kind: LinkKind {
        switch self {
        case .four: .homie4
        case .five: .homie5
        }
    }

    func base(_ domain: String, _ device: String) -> String {
        switch self {
        case .four: "\(domain)/\(device)"
        case .five: "\(domain)/5/\(device)"
        }
    }

    /// Throws for a `$homie` of another convention.
    func check(_ version: String) throws(DialectError) {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { UInt16($0) }
        let isSpoken =
            switch self {
            case .four: (1...3).contains(numbers.count) && (numbers[0] == 3 || numbers[0] == 4)
            case .five: numbers.count == 2 && numbers[0] == 5
            }
        guard isSpoken, !numbers.contains(nil) else { throw .unsupportedVersion(InertText(version, limit: 16)) }
    }
}

extension HomieDescription {
    /// As its version was checked.
    var convention: HomieConvention { homie.hasPrefix("5.") ? .five : .four }
}
