import SeededRandom

extension SeededGenerator {
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }

    /// The bytes with one to three changes: a byte changed, removed or added, or a part cut off.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...3, using: &self) where !result.isEmpty {
            let position = Int.random(in: 0..<result.count, using: &self)
            switch Int.random(in: 0..<4, using: &self) {
            case 0: result[position] = UInt8.random(in: .min ... .max, using: &self)
            case 1: result.remove(at: position)
            case 2: result.insert(UInt8.random(in: .min ... .max, using: &self), at: position)
            default: result.removeLast(result.count - position)
            }
        }
        return result
    }
}

/// Makes a seed and prints it, so that a failed run can be repeated.
func printedSeed(function: String = #function) -> UInt64 {
    let seed = UInt64.random(in: .min ... .max)
    print("\(function): seed \(seed)")
    return seed
}
