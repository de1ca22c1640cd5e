import MatterProtocol

/// One entry of the access control list: what some subjects may do with some targets.
struct AccessControlEntry: Hashable, Sendable, Codable {
    /// A part of the node. A field that is nil means all.
    struct Target: Hashable, Sendable, Codable {
        let cluster: UInt32?
        let endpoint: UInt16?
        let deviceType: UInt32?
    }

    enum AuthenticationMode: UInt8, Hashable, Sendable, Codable {
        case passcode = 1
        case certificate = 2
        case group = 3
    }

    static let maximumSubjects = 4
    static let maximumTargets = 3

    let privilege: AccessPrivilege
    let mode: AuthenticationMode
    /// Nil for all subjects of the mode.
    let subjects: [UInt64]?
    /// Nil for the whole node.
    let targets: [Target]?

    /// The entry that AddNOC makes for the subject that it names.
    static func administrator(_ subject: UInt64) -> AccessControlEntry {
        AccessControlEntry(privilege: .administer, mode: .certificate, subjects: [subject], targets: nil)
    }

    func grants(
        to node: NodeID, tags: [CASEAuthenticatedTag], cluster: UInt32, endpoint: EndpointDefinition
    ) -> Bool {
        guard mode == .certificate else { return false }
        let isSubject =
            subjects?.contains { subject in
                guard subject != node.rawValue else { return true }
                guard let required = NodeID(rawValue: subject).tag else { return false }
                return tags.contains { $0.satisfies(required) }
            } ?? true
        let isTarget =
            targets?.contains { target in
                target.cluster ?? cluster == cluster && target.endpoint ?? endpoint.id == endpoint.id
                    && (target.deviceType.map { type in endpoint.deviceTypes.contains { $0.id == type } } ?? true)
            } ?? true
        return isSubject && isTarget
    }
}

// MARK: TLV

extension AccessControlEntry {
    /// Reads an entry that a controller wrote. Throws the status with which the node refuses it.
    init(_ value: TLVValue) throws(StatusError) {
        guard value.elements != nil, let privilege = value[1]?.integer(as: UInt8.self),
            let mode = value[2]?.integer(as: UInt8.self)
        else { throw StatusError(.invalidDataType) }
        guard let privilege = AccessPrivilege(rawValue: privilege), let mode = AuthenticationMode(rawValue: mode),
            mode != .passcode, mode != .group || privilege != .administer
        else { throw StatusError(.constraintError) }
        self.privilege = privilege
        self.mode = mode
        subjects = try Self.subjects(value[3], mode: mode)
        targets = try Self.targets(value[4])
    }

    private static func subjects(_ value: TLVValue?, mode: AuthenticationMode) throws(StatusError) -> [UInt64]? {
        guard let value, !value.isNull else { return nil }
        guard let values = value.values else { throw StatusError(.invalidDataType) }
        guard values.count <= maximumSubjects else { throw StatusError(.resourceExhausted) }
        var subjects: [UInt64] = []
        for value in values {
            guard let subject = value.unsigned else { throw StatusError(.invalidDataType) }
            let id = NodeID(rawValue: subject)
            let isValid = mode == .group ? (1...0xFFFF).contains(subject) : id.isOperational || id.tag != nil
            guard isValid else { throw StatusError(.constraintError) }
            subjects.append(subject)
        }
        // An empty list means the same as none.
        return subjects.isEmpty ? nil : subjects
    }

    private static func targets(_ value: TLVValue?) throws(StatusError) -> [Target]? {
        guard let value, !value.isNull else { return nil }
        guard let values = value.values else { throw StatusError(.invalidDataType) }
        guard values.count <= maximumTargets else { throw StatusError(.resourceExhausted) }
        var targets: [Target] = []
        for value in values {
            let target = Target(
                cluster: value[0]?.integer(as: UInt32.self), endpoint: value[1]?.integer(as: UInt16.self),
                deviceType: value[2]?.integer(as: UInt32.self))
            let isEmpty = target.cluster == nil && target.endpoint == nil && target.deviceType == nil
            guard !isEmpty, target.endpoint == nil || target.deviceType == nil else {
                throw StatusError(.constraintError)
            }
            targets.append(target)
        }
        return targets.isEmpty ? nil : targets
    }

    /// The entry in the attribute. Readers of other fabrics see only that there is one.
    func tlv(fabric: UInt8, isOwn: Bool) -> TLVValue {
        guard isOwn else { return .structure([254: .number(fabric)]) }
        let targetValues = targets.map { targets in
            TLVValue.array(
                targets.map {
                    .structure([
                        0: .nullable($0.cluster), 1: .nullable($0.endpoint), 2: .nullable($0.deviceType),
                    ])
                })
        }
        return .structure([
            1: .number(privilege.rawValue), 2: .number(mode.rawValue),
            3: subjects.map { .array($0.map { .number($0) }) } ?? .null, 4: targetValues ?? .null,
            254: .number(fabric),
        ])
    }
}

/// A request that the node refuses with a status.
struct StatusError: Error {
    let outcome: InteractionOutcome

    init(_ status: InteractionStatus, clusterStatus: UInt8? = nil) {
        outcome = InteractionOutcome(status, clusterStatus: clusterStatus)
    }
}

extension TLVValue {
    /// A number, or null instead of nil.
    static func nullable(_ number: (some UnsignedInteger)?) -> TLVValue { number.map { .number($0) } ?? .null }
}
