package import HomeModel

/// `POST /devices/{id}/setup/plan`: the device to ask.
package struct SetupQuestionBody: Codable, Sendable {
    package let address: IPv4Address
    package let port: Int?
    /// Without it, each family that the gateway can configure is tried.
    package let dialect: DeviceFamily?

    package init(address: IPv4Address, port: Int? = nil, dialect: DeviceFamily? = nil) {
        self.address = address
        self.port = port
        self.dialect = dialect
    }
}

/// `POST /devices/{id}/setup`: the device to configure, as a plan has shown it.
package struct SetupRequestBody: Codable, Sendable {
    package let address: IPv4Address
    package let port: Int?
    package let dialect: DeviceFamily?
    /// The MAC address from the plan. Another device at the address is not configured.
    package let mac: MACAddress

    package init(address: IPv4Address, port: Int? = nil, dialect: DeviceFamily? = nil, mac: MACAddress) {
        self.address = address
        self.port = port
        self.dialect = dialect
        self.mac = mac
    }
}

/// What a setup would do.
package struct SetupPlanBody: Codable, Sendable {
    /// The device's root topic, user name and client id.
    package let root: DeviceID
    package let dialect: DeviceFamily
    package let address: IPv4Address
    package let port: UInt16
    /// The device's own name, escaped.
    package let name: String
    package let mac: MACAddress
    package let model: String?
    package let firmware: String?
    /// Whether the local network announces the device under this name at this address.
    package let isAnnounced: Bool
    package let settings: [SetupSettingBody]

    package init(
        root: DeviceID, dialect: DeviceFamily, address: IPv4Address, port: UInt16, name: String, mac: MACAddress,
        model: String?, firmware: String?, isAnnounced: Bool, settings: [SetupSettingBody]
    ) {
        self.root = root
        self.dialect = dialect
        self.address = address
        self.port = port
        self.name = name
        self.mac = mac
        self.model = model
        self.firmware = firmware
        self.isAnnounced = isAnnounced
        self.settings = settings
    }
}

/// A setting that a setup writes.
package struct SetupSettingBody: Codable, Sendable {
    /// The kind of its value.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case text, password, authority, keyFingerprint
    }

    package let name: String
    package let kind: Kind
    /// Absent for a secret, and for what is long.
    package let value: String?

    package init(name: String, kind: Kind, value: String? = nil) {
        self.name = name
        self.kind = kind
        self.value = value
    }
}

/// How far a setup is.
package struct SetupBody: Codable, Sendable {
    /// The state of the whole setup.
    package enum Outcome: String, Codable, Sendable, CaseIterable {
        case running, succeeded, failed
    }

    package let root: DeviceID
    package let dialect: DeviceFamily
    package let outcome: Outcome
    /// All steps, in order.
    package let steps: [SetupProgressBody]
    /// Why it failed; absent otherwise.
    package let failure: SetupFailureBody?

    package init(
        root: DeviceID, dialect: DeviceFamily, outcome: Outcome, steps: [SetupProgressBody],
        failure: SetupFailureBody? = nil
    ) {
        self.root = root
        self.dialect = dialect
        self.outcome = outcome
        self.steps = steps
        self.failure = failure
    }
}

/// One step of a setup.
package struct SetupProgressBody: Codable, Sendable {
    /// What the step does.
    package enum Step: String, Codable, Sendable, CaseIterable {
        case identity, credential, settings, restart, connection
    }

    /// How far the step is.
    package enum State: String, Codable, Sendable, CaseIterable {
        case waiting, running, done, failed
    }

    package let step: Step
    package let state: State

    package init(step: Step, state: State) {
        self.step = step
        self.state = state
    }
}

/// Why a setup failed.
package struct SetupFailureBody: Codable, Sendable {
    /// Stable, for programs.
    package let code: String
    package let detail: String
    /// The values in `detail`.
    package let values: [String: SentenceValue]
    /// Whether no valid credential is left. False while its revocation is tried again.
    package let isRevoked: Bool

    package init(code: String, detail: String, values: [String: SentenceValue], isRevoked: Bool) {
        self.code = code
        self.detail = detail
        self.values = values
        self.isRevoked = isRevoked
    }
}
