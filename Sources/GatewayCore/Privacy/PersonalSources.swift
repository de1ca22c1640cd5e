import HomeModel

/// Who the person is.
struct ProfileSource: ExportSource {
    let section = ExportSection.profile
    let pins: PINRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let person = subject.person
        return ExportPage([
            [
                .text(person.id.rawValue), .text(person.name.text), .text(person.role.rawValue),
                .boolean(await pins.has(person.id)), .text(await pins.clientOfPIN(of: person.id)),
            ]
        ])
    }
}

/// How the person wants to see the home.
struct PreferencesSource: ExportSource {
    let section = ExportSection.preferences
    let preferences: PreferencesRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        guard let own = await preferences.preferences(of: subject.person.id) else { return ExportPage([]) }
        return ExportPage([
            [
                .text(own.language?.description), .text(own.theme.rawValue), .text(own.units.rawValue),
                .text(own.timeFormat.rawValue), .integer(own.firstDayOfWeek),
            ]
        ])
    }
}

/// The arrangement of the person's home screen.
struct LayoutSource: ExportSource {
    let section = ExportSection.layout
    let layouts: LayoutRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        guard let own = await layouts.own(of: subject.person.id) else { return ExportPage([]) }
        return ExportPage([
            [
                .texts(own.rooms.map(\.rawValue)), .texts(own.tiles.map(\.description)),
                .texts(own.favourites.map(\.description)), .texts(own.hidden.map(\.description)),
            ]
        ])
    }
}

/// The versions of the privacy notice that the person has seen.
struct NoticesSource: ExportSource {
    let section = ExportSection.notices
    let notices: NoticeRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let views = await notices.views(of: subject.person.id)
        return ExportPage(views.map { [.integer($0.version), .time($0.seenAt)] })
    }
}

/// The consents of the home that the person answered last. Earlier answers are in the audit log.
struct ConsentsSource: ExportSource {
    let section = ExportSection.consents
    let consents: ConsentRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        var rows: [ExportRow] = []
        for id in ConsentID.allCases {
            let record = await consents.record(of: id)
            guard let answer = record.answer, answer.person == subject.person.id else { continue }
            rows.append([
                .text(id.rawValue), .text(record.state.rawValue), .integer(answer.version), .time(answer.time),
                .boolean(answer.isFromConsole),
            ])
        }
        return ExportPage(rows)
    }
}

/// The phones, browsers and terminals of the person, without their keys.
struct ClientsSource: ExportSource {
    let section = ExportSection.clients
    let sessions: SessionRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let own = await sessions.allClients.filter { $0.person == subject.person.id }
        return ExportPage(
            own.map { client in
                [
                    .text(client.id.rawValue), .text(client.name.text), .time(client.pairedAt), .time(client.lastSeen),
                    .boolean(client.isLocked), client.scope.map { .words($0.map(\.rawValue)) } ?? .none,
                    .text(client.approval?.approver), .text(client.approval?.role?.rawValue),
                ]
            })
    }
}

/// The sessions of these clients, without their tokens.
struct SessionsSource: ExportSource {
    let section = ExportSection.sessions
    let sessions: SessionRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let own = await sessions.sessions(of: subject.person.id)
        return ExportPage(
            own.map { [.text($0.client.rawValue), .time($0.renewedAt.isKnown ? $0.renewedAt.wall : nil)] })
    }
}

/// The service tokens of a program, without their texts and digests.
struct TokensSource: ExportSource {
    let section = ExportSection.tokens
    let sessions: SessionRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let own = await sessions.tokens.values.filter { $0.person == subject.person.id }.sorted { $0.id < $1.id }
        return ExportPage(
            own.map { token in
                [
                    .text(token.id.rawValue), .text(token.name.text), .words(token.scope.map(\.rawValue)),
                    .boolean(token.key != nil), .time(token.expiresAt),
                ]
            })
    }
}

/// The grants and denies of the person, and the grants of open invitations to them, which take effect when the invitation
/// is used.
struct GrantsSource: ExportSource {
    let section = ExportSection.grants
    let people: PeopleRegistry
    let invitations: InvitationRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let id = subject.person.id
        let own = await people.grants.filter { $0.person == id }.sorted { $0.id < $1.id }
        var rows = own.map { $0.exportRow(of: nil) }
        for invitation in await invitations.all where invitation.person == id && invitation.ending == nil {
            rows += invitation.grants.map { $0.exportRow(of: invitation.id) }
        }
        return ExportPage(rows)
    }
}

extension Grant {
    /// `invitation` is the one that the grant waits for.
    fileprivate func exportRow(of invitation: InvitationID?) -> ExportRow {
        [
            .text(id.rawValue), .text(effect.rawValue), .words(permissions.map(\.rawValue)),
            .words(selector.rooms), .words(selector.devices), .words(selector.capabilities.map(\.rawValue)),
            .time(conditions.notBefore), .time(conditions.notAfter), .texts(conditions.windows.map(\.description)),
            .integer(conditions.maximumUses), .integer(uses), .text(invitation?.rawValue),
        ]
    }
}

/// The open invitations that the person made or received. An invitation for another person shows only that person's
/// role.
struct InvitationsSource: ExportSource {
    let section = ExportSection.invitations
    let invitations: InvitationRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let now = invitations.clocks()
        let id = subject.person.id
        let own = await invitations.all.filter { $0.person == id || $0.inviter.person == id }
        return ExportPage(
            own.map { invitation in
                let isReceived = invitation.person == id
                let other =
                    isReceived ? invitation.inviter.approval.approver : subject.naming(invitation.person.rawValue)
                return [
                    .text(invitation.id.rawValue), .text(isReceived ? "received" : "made"), .text(other),
                    .text(invitation.admission.rawValue),
                    .time(invitation.createdAt.isKnown ? invitation.createdAt.wall : nil),
                    .time(invitation.expiry(at: now)), .time(invitation.use?.admittedAt?.wall),
                    isReceived ? .text(invitation.use?.clientName.text) : .none, .text(invitation.ending?.rawValue),
                ]
            })
    }
}
