package import EmulatorStorage
package import HomeKitProtocol

/// The reason why a simulated accessory cannot start.
package enum AccessoryServerError: Error, Hashable, Sendable {
    case storage(RecordFileError)
    case cryptography(SRPError)
    /// The server runs already, or ran before.
    case alreadyRunning
}

extension AccessoryServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .storage(let error): "\(error)"
        case .cryptography(let error): "The simulated accessory cannot prepare its setup code: \(error)."
        case .alreadyRunning: "The simulated accessory was started twice; make another one."
        }
    }
}
