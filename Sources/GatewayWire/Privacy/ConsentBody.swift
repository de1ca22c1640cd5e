package import HomeModel

/// A consent: what it allows, whether it is given, and what its withdrawal would delete.
package struct ConsentBody: Codable, Sendable {
    /// What a withdrawal would delete now.
    package struct Loss: Codable, Sendable {
        /// Records of readings and changes, or reports.
        package let records: Int
        /// The time of the oldest record; absent when there is none, and for reports.
        package let oldest: Timestamp?
        /// The number of series with a hold, of which nothing would be deleted.
        package let heldSeries: Int

        package init(records: Int, oldest: Timestamp?, heldSeries: Int) {
            self.records = records
            self.oldest = oldest
            self.heldSeries = heldSeries
        }
    }

    /// The last answer of an owner.
    package struct Answer: Codable, Sendable {
        package let time: Timestamp
        /// The version of the text that was answered.
        package let version: Int
        /// The name of the person; absent for those who may not know it, and for the console itself.
        package let person: String?
        package let isFromConsole: Bool

        package init(time: Timestamp, version: Int, person: String?, isFromConsole: Bool) {
            self.time = time
            self.version = version
            self.person = person
            self.isFromConsole = isFromConsole
        }
    }

    package let id: ConsentID
    package let state: ConsentRecord.State
    /// The name and the present text in English.
    package let title: String
    package let text: String
    /// The version and the date of the present text.
    package let version: Int
    package let textDate: String
    /// Absent until an owner has answered.
    package let answer: Answer?
    /// Whether an owner should answer: no owner has, or the text has changed.
    package let awaitsAnswer: Bool
    package let mayAnswer: Bool
    /// Whether data of a withdrawn consent is still being deleted. It is not shown any more.
    package let isDeletionPending: Bool
    /// Absent for those who may not answer.
    package let loss: Loss?

    package init(
        id: ConsentID, record: ConsentRecord, answeredBy: String?, mayAnswer: Bool, loss: Loss?
    ) {
        self.id = id
        state = record.state
        title = id.title
        text = id.text
        version = id.textVersion
        textDate = id.textDate
        answer = record.answer.map {
            Answer(time: $0.time, version: $0.version, person: answeredBy, isFromConsole: $0.isFromConsole)
        }
        awaitsAnswer = record.awaitsAnswer(toVersion: id.textVersion)
        self.mayAnswer = mayAnswer
        isDeletionPending = record.isDeletionPending
        self.loss = loss
    }
}

/// `PUT /privacy/consents/{consent}`.
package struct ConsentAnswerBody: Codable, Sendable {
    /// The version of the text that the owner read.
    package let version: Int

    package init(version: Int) { self.version = version }
}

/// `DELETE /privacy/consents/{consent}`.
package struct ConsentWithdrawalBody: Codable, Sendable {
    package let consent: ConsentBody
    /// How many records were deleted; absent while the deletion has not ended.
    package let deleted: Int?

    package init(consent: ConsentBody, deleted: Int?) {
        self.consent = consent
        self.deleted = deleted
    }
}

/// A consent in `GET /home` that the person should answer.
package struct OpenConsentBody: Codable, Sendable {
    package let id: ConsentID
    /// The version of the present text.
    package let version: Int

    package init(_ id: ConsentID) {
        self.id = id
        version = id.textVersion
    }
}
