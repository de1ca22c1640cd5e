/// What the services of an appliance or a device cost in one calendar year, in one currency.
package struct ServiceCost: Hashable, Sendable {
    package let subject: ServiceSubject
    package let year: Int
    package let total: Money

    package init(subject: ServiceSubject, year: Int, total: Money) {
        self.subject = subject
        self.year = year
        self.total = total
    }
}
