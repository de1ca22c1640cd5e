/// The reason why bytes are not JSON that this code accepts. Positions count bytes from zero.
package enum HomeKitJSONError: Error, Hashable, Sendable {
    case tooManyBytes(limit: Int)
    case tooDeep(limit: Int)
    case tooManyValues(limit: Int)
    case unexpectedEnd
    case unexpectedByte(position: Int)
}

extension HomeKitJSONError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooManyBytes(let limit): "It has more than \(limit) bytes."
        case .tooDeep(let limit): "It is nested deeper than \(limit) levels."
        case .tooManyValues(let limit): "It contains more than \(limit) values."
        case .unexpectedEnd: "It ends too early."
        case .unexpectedByte(let position): "It is wrong at byte \(position)."
        }
    }
}
