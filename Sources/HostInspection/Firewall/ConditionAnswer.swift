/// Whether a condition of a firewall rule applies to a packet.
enum ConditionAnswer: Hashable, Sendable {
    case yes, no
    /// It applies to some of the packets, or is not evaluated.
    case unknown

    var negated: ConditionAnswer {
        switch self {
        case .yes: .no
        case .no: .yes
        case .unknown: .unknown
        }
    }

    /// The answer for conditions that must all apply.
    static func all(_ answers: some Sequence<ConditionAnswer>) -> ConditionAnswer {
        var result = ConditionAnswer.yes
        for answer in answers {
            if answer == .no { return .no }
            if answer == .unknown { result = .unknown }
        }
        return result
    }

    /// The answer for conditions of which one must apply.
    static func any(_ answers: some Sequence<ConditionAnswer>) -> ConditionAnswer {
        all(answers.lazy.map(\.negated)).negated
    }
}
