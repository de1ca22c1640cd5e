import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// The consents of the home, and the answers of its owners.
enum ConsentRoutes {
    static let all: [Route<PrivacyServices>] = [
        .on(
            .get, path: "/privacy/consents", access: .perItem,
            summary: "List the consents of the home, with their texts and answers"
        ) { call in
            try await call.services.consents.list(as: call.identity).map { ConsentBody($0) }
        },
        .on(
            .put, path: "/privacy/consents/:consent", access: .requires(.ownHome), confirming: .people,
            summary: "Give a consent for the home", taking: ConsentAnswerBody.self, problems: [.conflict]
        ) { call, answer in
            let id = try call.consent()
            try await call.services.consents.give(id, version: answer.version, as: call.identity)
            return ConsentBody(try await call.services.consents.status(of: id, for: call.identity))
        },
        .on(
            .delete, path: "/privacy/consents/:consent", access: .requires(.ownHome), confirming: .wipes,
            summary: "Withdraw or refuse a consent, and delete what only it allowed"
        ) { call in
            let id = try call.consent()
            let deleted = try await call.services.consents.withdraw(id, as: call.identity)
            return ConsentWithdrawalBody(
                consent: ConsentBody(try await call.services.consents.status(of: id, for: call.identity)),
                deleted: deleted)
        },
    ]
}

/// The crash reports that the consent `crashReports` allows. The gateway sends them nowhere.
enum CrashReportRoutes {
    static let all: [Route<PrivacyServices>] = [
        .on(
            .get, path: "/privacy/crash-reports", access: .requires(.manageMaintenance),
            summary: "List the crash reports of the last 90 days"
        ) { call in
            try await call.services.crashReports.list(as: call.identity)
        },
        .on(
            .get, path: "/privacy/crash-reports/:id", access: .requires(.manageMaintenance),
            summary: "Get a crash report to hand it on, which the audit log records"
        ) { call in
            try await call.services.crashReports.report(try call.id(of: CrashReport.self), as: call.identity)
        },
        .on(
            .delete, path: "/privacy/crash-reports/:id", access: .requires(.manageMaintenance),
            summary: "Remove a crash report"
        ) { call in
            try await call.services.crashReports.remove(try call.id(of: CrashReport.self), as: call.identity)
            return NoContent()
        },
    ]
}

extension AuthenticatedCall<PrivacyServices> {
    /// The consent in the path.
    fileprivate func consent() throws(ActionRefusal) -> ConsentID {
        guard let id = context.parameters.get("consent").flatMap({ ConsentID(rawValue: $0) }) else {
            let all = ConsentID.allCases.map(\.rawValue).joined(separator: " and ")
            throw .missing("There is no consent with this id. The consents are \(all).")
        }
        return id
    }
}

extension ConsentBody {
    fileprivate init(_ status: ConsentService.Status) {
        self.init(
            id: status.id, record: status.record, answeredBy: status.answeredBy?.name.text,
            mayAnswer: status.mayAnswer,
            loss: status.surplus.map { Loss(records: $0.records, oldest: $0.oldest, heldSeries: $0.heldSeries) })
    }
}
