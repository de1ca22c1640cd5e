/// An amount of money in its currency. Amounts of different currencies are never added.
package struct Money: Hashable, Sendable, Codable {
    package let amount: MoneyAmount
    package let currency: Currency

    package init(_ amount: MoneyAmount, currency: Currency) {
        self.amount = amount
        self.currency = currency
    }
}

extension Money: CustomStringConvertible {
    package var description: String { "\(amount) \(currency)" }
}
