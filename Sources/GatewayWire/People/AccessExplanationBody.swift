package import HomeModel

/// `GET /people/{id}/why?permission=&device=&part=&capability=`.
package struct AccessExplanationBody: Codable, Sendable {
    /// Whether at least some of it is allowed, with a PIN if one is needed.
    package let isAllowed: Bool
    package let needsPIN: Bool
    /// Whether some of it is refused although the rest is allowed.
    package let isPartial: Bool
    /// One sentence or more.
    package let reason: String
    /// The same reason for programs, with the values that a client needs to write it in another language.
    package let code: String
    package let values: AccessReasonBody
    /// Why the rest of it is refused; nil unless `isPartial`.
    package let rest: RestReasonBody?

    package init(
        isAllowed: Bool, needsPIN: Bool, isPartial: Bool, reason: String, code: String, values: AccessReasonBody,
        rest: RestReasonBody? = nil
    ) {
        self.isAllowed = isAllowed
        self.needsPIN = needsPIN
        self.isPartial = isPartial
        self.reason = reason
        self.code = code
        self.values = values
        self.rest = rest
    }
}

/// Why a part of what was asked is refused.
package struct RestReasonBody: Codable, Sendable {
    package let code: String
    package let values: AccessReasonBody

    package init(code: String, values: AccessReasonBody) {
        self.code = code
        self.values = values
    }
}

/// What the reason of a decision depends on.
package struct AccessReasonBody: Codable, Sendable {
    /// The role that allows it, or that does not include it.
    package let role: Role?
    /// The only roles that include it.
    package let roles: [Role]?
    /// The grant that allows it, or the deny that forbids it.
    package let grant: GrantBody?
    /// The grants that allow it at another time, or for a part of the home.
    package let conditional: [ConditionalGrantBody]?
    /// The gateway's time of the decision; nil while its clock is not known.
    package let time: Timestamp?

    package init(
        role: Role? = nil, roles: [Role]? = nil, grant: GrantBody? = nil, conditional: [ConditionalGrantBody]? = nil,
        time: Timestamp?
    ) {
        self.role = role
        self.roles = roles
        self.grant = grant
        self.conditional = conditional
        self.time = time
    }

    package init(_ reason: AccessReason, time: Timestamp?) {
        self.init(
            role: reason.role, roles: reason.roles.isEmpty ? nil : reason.roles,
            grant: reason.grant.map { GrantBody($0) },
            conditional: reason.conditional.isEmpty ? nil : reason.conditional.map { ConditionalGrantBody($0) },
            time: time)
    }
}

/// A grant that allows something at another time, or for a part of the home.
package struct ConditionalGrantBody: Codable, Sendable {
    /// Why a grant is not in effect.
    package enum Cause: String, Codable, Sendable, CaseIterable { case usedUp, notYet, ended, windows }

    package let grant: GrantBody
    /// Nil when the grant is in effect, for a part of the home.
    package let cause: Cause?
    /// When it next comes into effect; nil when it is in effect, and when it never is again.
    package let nextStart: Timestamp?

    package init(grant: GrantBody, cause: Cause?, nextStart: Timestamp?) {
        self.grant = grant
        self.cause = cause
        self.nextStart = nextStart
    }

    fileprivate init(_ conditional: ConditionalGrant) {
        self.init(
            grant: GrantBody(conditional.grant), cause: conditional.cause.map { Cause($0) },
            nextStart: conditional.nextStart)
    }
}

extension ConditionalGrantBody.Cause {
    fileprivate init(_ cause: InactiveGrant.Cause) {
        switch cause {
        case .usedUp: self = .usedUp
        case .notYet: self = .notYet
        case .ended: self = .ended
        case .windows: self = .windows
        }
    }
}
