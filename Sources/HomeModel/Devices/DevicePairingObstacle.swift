/// Why a device cannot be paired now, or does not do what its pairing allows. The raw value is a stable code for
/// programs.
package enum DevicePairingObstacle: String, Hashable, Sendable, Codable, CaseIterable {
    /// Another controller has paired with the device, and only that one can let a second one in.
    case pairedElsewhere
    /// Another controller pairs with the device now.
    case deviceBusy
    /// The device counted too many wrong codes and accepts no more.
    case tooManyTries
    /// The device wants a pause before the next attempt.
    case pauseNeeded
    /// The device stores no more controllers.
    case tooManyControllers
    case unreachable
    /// The disk could not store the pairing.
    case notStored
    /// The device refused for another reason.
    case deviceRefused
    /// The gateway does not know the maker of the device, and cannot check that it is genuine.
    case unknownMaker
    /// The device has certificates for tests, which any program can make.
    case testDevice

    /// The obstacles that a person can accept, so that the device is paired all the same.
    package static let acceptable: Set<DevicePairingObstacle> = [.unknownMaker, .testDevice]
}
