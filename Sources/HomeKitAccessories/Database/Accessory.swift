/// An accessory: a device of its own, or one of those behind a bridge.
package struct Accessory: Hashable, Sendable {
    package let aid: UInt64
    package let services: [AccessoryService]
    /// The things that the parser had to leave out, as `what: why`.
    package let problems: [String]

    package init(aid: UInt64, services: [AccessoryService], problems: [String] = []) {
        self.aid = aid
        self.services = services
        self.problems = problems
    }

    /// The value of a text in the service *Accessory Information*; nil when it is missing or blank.
    func information(_ kind: CharacteristicKind) -> String? {
        let type = HAPType(AccessoryServiceKind.accessoryInformation)
        let services = services.filter { $0.type == type }.sorted { $0.iid < $1.iid }
        for case .text(let text)? in services.map({ $0[kind]?.value }) {
            let words = text.split(whereSeparator: \.isWhitespace)
            if !words.isEmpty { return words.joined(separator: " ") }
        }
        return nil
    }
}
