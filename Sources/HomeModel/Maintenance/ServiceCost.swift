/// What the services of an appliance or a device cost in one calendar year, in one currency.
package struct ServiceCost: Hashable, Sendable {
    package let subject: ServiceSubject
    /// The present name of the subject, or the last one.
    package let subjectName: DisplayName
    package let year: Int
    package let total: Money

    package init(subject: ServiceSubject, subjectName: DisplayName, year: Int, total: Money) {
        self.subject = subject
        self.subjectName = subjectName
        self.year = year
        self.total = total
    }
}
