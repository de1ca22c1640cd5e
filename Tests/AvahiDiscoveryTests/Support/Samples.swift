import Foundation
import HomeModel

@testable import AvahiDiscovery

extension TXTRecord {
    /// From `key=value` texts.
    init(_ entries: String...) { self.init(entries: entries.map { Array($0.utf8) }) }
}

/// Seeded, so that a failing run can be repeated.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

let lampID = "AA:BB:CC:DD:EE:FF"
let lampTXT = ["c#=3", "ff=2", "id=\(lampID)", "md=Lamp 1", "pv=1.1", "s#=1", "sf=1", "ci=5"]
let nodeName = "0123456789ABCDEF-00000000000000AA"

/// The current time, as the product stamps it.
let wallClock: @Sendable () -> Timestamp = { Timestamp(Date()) }
