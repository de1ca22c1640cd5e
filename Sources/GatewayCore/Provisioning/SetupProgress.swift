package import HomeModel

/// A step of a setup, in the order in which the steps happen.
package enum SetupStage: String, Hashable, Sendable, CaseIterable {
    /// The device at the address is the expected one.
    case identity
    /// Its credential exists and is confined to its own root.
    case credential
    /// The device accepted its settings.
    case settings
    case restart
    /// The device has connected with its credential and described itself.
    case connection
}

/// How far a setup is.
package struct SetupProgress: Hashable, Sendable {
    /// The state of one step.
    package enum StageState: String, Hashable, Sendable, CaseIterable {
        case waiting, running, done, failed
    }

    /// The result of a setup.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case running, succeeded, failed
    }

    package let root: DeviceID
    package let device: IdentifiedDevice
    package private(set) var current: SetupStage? = .identity
    package private(set) var outcome = Outcome.running
    package private(set) var failure: SetupFailure?
    /// Whether a failed setup left no valid credential. False while the revocation is tried again.
    package private(set) var isRevoked = true

    init(root: DeviceID, device: IdentifiedDevice) {
        self.root = root
        self.device = device
    }

    package func state(of stage: SetupStage) -> StageState {
        guard let current else { return .done }
        let (index, reached) = (Self.index(stage), Self.index(current))
        if index != reached { return index < reached ? .done : .waiting }
        return outcome == .failed ? .failed : .running
    }

    mutating func begin(_ stage: SetupStage) { current = stage }

    mutating func succeed() {
        (current, outcome) = (nil, .succeeded)
    }

    mutating func fail(_ failure: SetupFailure, isRevoked: Bool) {
        (self.failure, outcome, self.isRevoked) = (failure, .failed, isRevoked)
    }

    private static func index(_ stage: SetupStage) -> Int { SetupStage.allCases.firstIndex(of: stage) ?? 0 }
}

/// What a setup would do, before anything is done.
package struct SetupPlan: Hashable, Sendable {
    package let root: DeviceID
    package let device: IdentifiedDevice
    package let settings: [SetupSetting]
    /// Whether the local network announces the device under its own name at this address.
    package let isAnnounced: Bool
}
