import ArgumentParser
import HomeModel

/// The series into which an entity is imported, as an argument: `ENTITY=DEVICE[/PART][:QUANTITY]`. Ids and names of
/// devices contain no colon.
struct EntityTarget: ExpressibleByArgument, Hashable, Sendable {
    let entity: String
    let device: DeviceArgument
    let quantity: CapabilityName?

    init?(argument: String) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else { return nil }
        let target = halves[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = target.first.flatMap({ DeviceArgument(argument: String($0)) }) else { return nil }
        entity = String(halves[0])
        device = address
        guard target.count == 2 else {
            quantity = nil
            return
        }
        guard let quantity = CapabilityName(String(target[1])) else { return nil }
        self.quantity = quantity
    }
}
