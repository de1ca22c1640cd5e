import GatewayWire
import HomeModel

/// Describes a change of the price of electricity.
enum TariffChangeText {
    /// Nil for another act, and for one from a version of the gateway that did not record the prices.
    static func text(_ act: ActivityActBody) -> String? {
        let facts = act.metadata
        guard act.event == .settingsChange, facts["act"] == "tariffs", let date = facts["validFrom"] else { return nil }
        let changes = [("Price", "a kWh costs"), ("FeedIn", "fed in earns")].compactMap { name, words in
            let (old, new) = (price("old", of: name, in: facts), price("new", of: name, in: facts))
            return old == new ? nil : "\(words) \(new ?? "no price") (before: \(old ?? "no price"))"
        }
        return (["electricity price from \(date)"] + changes).joined(separator: ", ")
    }

    private static func price(_ age: String, of name: String, in facts: [String: String]) -> String? {
        guard let amount = facts[age + name], let currency = facts["\(age)Currency"] else { return nil }
        return "\(amount) \(currency)"
    }
}
