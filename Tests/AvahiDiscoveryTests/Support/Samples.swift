import Foundation
import HomeModel

@testable import AvahiDiscovery

extension TXTRecord {
    /// Creates a record from `key=value` texts.
    init(_ entries: String...) { self.init(entries: entries.map { Array($0.utf8) }) }
}

let lampID = "AA:BB:CC:DD:EE:FF"
let lampTXT = ["c#=3", "ff=2", "id=\(lampID)", "md=Lamp 1", "pv=1.1", "s#=1", "sf=1", "ci=5"]
let nodeName = "0123456789ABCDEF-00000000000000AA"

/// The current time as a `Timestamp`.
let wallClock: @Sendable () -> Timestamp = { Timestamp(Date()) }
