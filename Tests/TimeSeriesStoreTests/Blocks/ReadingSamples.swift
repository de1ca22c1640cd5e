import SeededRandom
import Foundation
import HomeModel

import StorageFixtures
@testable import TimeSeriesStore

/// Series that are difficult for a codec, each for its own reason.
enum ReadingSamples {
    static let all: [String: [Reading]] = [
        "one": series([21.5]),
        "one that is no number": series([.nan]),
        "constant": series(3000) { _ in 21.5 },
        "alternating": series(3000) { $0 % 2 == 0 ? 1 : -1 },
        "extremes": series([.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0.0]),
        "not numbers": series([.infinity, -.infinity, .nan, .signalingNaN, -.nan, 1]),
        "negative zeros among decimals": series(500) { $0 % 7 == 0 ? -0.0 : Double($0) / 10 },
        "decimals with float errors": series(2000) { 0.1 * Double($0) + 0.2 },
        "a running sum": series((0..<2000).reduce(into: [0.0]) { $0.append($0[$1] + 0.1 * Double($1 % 5)) }),
        "single precision": series(2000) { Double(Float(sin(Double($0) / 50) * 20)) },
        "single precision decimals": series(2000) { Double(Float($0 % 300) / 10) },
        "Fahrenheit": series(2000) { (Double(600 + $0 % 200) / 10 - 32) * 5 / 9 },
        "denormals": series(300) { Double(bitPattern: UInt64($0 * $0)) },
        "large whole numbers": series(500) { 9_007_199_254_740_991 - Double($0) },
        "beyond whole numbers": series(500) { 9_007_199_254_740_992 * Double($0 + 1) },
        "counter with resets": series(5000) { Double($0 % 700) * 0.001 },
        "first and last moment": series([.min, 0, .max]) { Double($0) },
        "wide gaps": series((0..<400).map { $0 * $0 * 1_000_000_007 }) { Double($0) },
        "days between few": series([0, 259_200_001, 1_123_200_002]) { Double($0) },
        "nine decimals every minute": series((0..<1500).map { $0 * 60_000 }) { Double($0 * 16_666_667) / 1e9 },
        "full block": climate(ReadingBlock.maximumReadings),
    ]

    /// Compares the readings bit for bit, including values that are not numbers.
    static func areSame(_ left: [Reading], _ right: [Reading]) -> Bool {
        left.elementsEqual(right) { $0.time == $1.time && $0.value.bitPattern == $1.value.bitPattern }
    }

    static func series(_ times: [Int64], value: (Int) -> Double) -> [Reading] {
        times.enumerated().map { Reading(time: Timestamp(milliseconds: $1), value: value($0)) }
    }

    static func series(_ count: Int, value: (Int) -> Double) -> [Reading] {
        series((0..<count).map { 1_767_225_600_000 + Int64($0) * 10_000 }, value: value)
    }

    static func series(_ values: [Double]) -> [Reading] { series(values.count) { values[$0] } }

    /// Returns the temperature of a room every ten seconds, with jitter.
    static func climate(_ count: Int) -> [Reading] {
        var random = SeededGenerator(seed: 7)
        return (0..<count).map { index in
            let jitter = Int64.random(in: -12...12, using: &random)
            let noise = Double.random(in: -0.06...0.06, using: &random)
            return Reading(
                time: Timestamp(milliseconds: 1_767_225_600_000 + Int64(index) * 10_000 + jitter),
                value: ((20 + 2 * sin(Double(index) / 1400) + noise) * 10).rounded() / 10)
        }
    }

    /// Returns a few readings, up to twenty days apart.
    static func sparse(using random: inout SeededGenerator) -> [Reading] {
        var time: Int64 = 1_767_225_600_000
        return (0..<Int.random(in: 2...8, using: &random)).map { index in
            time += Int64.random(in: 1...20 * 86_400_000, using: &random)
            return Reading(time: Timestamp(milliseconds: time), value: Double(index))
        }
    }

    /// Returns a series of random length and kind; sections of different behaviour follow each other.
    static func randomSeries(using random: inout SeededGenerator) -> [Reading] {
        let count = Int.random(in: 1...3000, using: &random)
        var time = Bool.random(using: &random) ? Int64.random(in: .min ... .max, using: &random) : 1_700_000_000_000
        var times: Set<Int64> = []
        var values: [Double] = []
        var value = 0.0
        while times.count < count {
            let reach = Int64(1) << Int64.random(in: 0..<62, using: &random)
            let kind = Int.random(in: 0..<7, using: &random)
            for _ in 0..<Int.random(in: 1...400, using: &random) where times.count < count {
                time = time &+ Int64.random(in: 1...reach, using: &random)
                value = next(value, kind: kind, using: &random)
                if times.insert(time).inserted { values.append(value) }
            }
        }
        return zip(times.sorted(), values).map { Reading(time: Timestamp(milliseconds: $0), value: $1) }
    }

    private static func next(_ value: Double, kind: Int, using random: inout SeededGenerator) -> Double {
        switch kind {
        case 0: value
        case 1: Double(bitPattern: .random(in: .min ... .max, using: &random))
        case 2: Double(Int.random(in: -300...300, using: &random)) / 10
        case 3: value + 0.1
        case 4: Double(Int.random(in: 0...9, using: &random)) * 1e15
        case 5: Double(Float.random(in: -1...1, using: &random))
        default: value + Double(Int.random(in: 0...20, using: &random)) / 1000
        }
    }
}
