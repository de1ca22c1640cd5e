package import MatterProtocol

/// The last known values of a node's attributes. A node decides what it sends, so that their number and size are limited.
package struct AttributeValues: Sendable {
    /// More than the largest bridge has: about 40 attributes on each of 1,000 endpoints.
    package static let maximumCount = 50_000
    /// The size of all values together, as `TLVValue.weight` counts it. The largest bridge has half as much.
    package static let maximumBytes = 4 << 20

    private var values: [AttributePath: TLVValue] = [:]
    private var bytes = 0
    /// Whether values were dropped because there were too many, or because they were too large.
    package private(set) var isTruncated = false

    package init() {}

    package init(_ values: some Sequence<(AttributePath, TLVValue)>) {
        for (path, value) in values { set(path, to: value) }
    }

    package var count: Int { values.count }
    package var paths: Dictionary<AttributePath, TLVValue>.Keys { values.keys }

    package subscript(path: AttributePath) -> TLVValue? { values[path] }

    /// Stores a reported value, or forgets the previous one if there is no room for it. Returns whether it differs from
    /// the previous one.
    @discardableResult
    package mutating func set(_ path: AttributePath, to value: TLVValue) -> Bool {
        let previous = values[path]
        let weight = value.weight
        let others = bytes - (previous?.weight ?? 0)
        guard others + weight <= Self.maximumBytes, previous != nil || values.count < Self.maximumCount else {
            isTruncated = true
            values[path] = nil
            bytes = others
            return previous != nil
        }
        bytes = others + weight
        values[path] = value
        return previous != value
    }
}

extension TLVValue {
    /// The size of the value in memory, roughly: 8 bytes for itself and for each value in it, and its text and bytes.
    fileprivate var weight: Int {
        switch self {
        case .text(let text): 8 + text.utf8.count
        case .bytes(let bytes): 8 + bytes.count
        case .structure(let elements), .list(let elements): elements.reduce(8) { $0 + $1.value.weight }
        case .array(let values): values.reduce(8) { $0 + $1.weight }
        case .signed, .unsigned, .boolean, .float, .double, .null: 8
        }
    }
}

extension AttributeValues {
    /// The number at a path; nil when it is missing, null or no number.
    func number(at path: AttributePath) -> Double? {
        guard let number = self[path]?.number, number.isFinite else { return nil }
        return number.shortest
    }

    /// The whole number at a path.
    func whole(at path: AttributePath) -> Int64? {
        switch self[path] {
        case .boolean(let value)?: value ? 1 : 0
        case let value?: value.signed
        case nil: nil
        }
    }

    /// The boolean at a path, which some nodes send as 0 or 1.
    func truth(at path: AttributePath) -> Bool? {
        switch whole(at: path) {
        case 0?: false
        case 1?: true
        default: nil
        }
    }

    /// A text that is not empty.
    func text(at path: AttributePath) -> String? {
        guard let text = self[path]?.text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }
}

extension Double {
    /// `0.3` for `0.30000000000000004`; a large number is not changed.
    var roundedToMillionths: Double { abs(self) < 1e9 ? (self * 1e6).rounded() / 1e6 : self }

    /// The shortest number that has the same 24 bits of precision, if the number has no more: `238.8` for
    /// `238.8000030517578`.
    var shortest: Double {
        let short = Float(self)
        guard short.isFinite, Double(short) == self else { return self }
        return Double(short.description) ?? self
    }
}
