/// Why a device cannot be paired now, or does not do what its pairing allows. The raw value is a stable code for
/// programs.
package enum DevicePairingObstacle: String, Hashable, Sendable, CaseIterable {
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
}
