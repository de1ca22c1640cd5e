package import SeededRandom

extension SeededGenerator {
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    package mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    /// Returns `bytes` after up to three random edits, each of which inserts a byte or one of the `tokens`, removes or
    /// replaces a byte, or shortens the text.
    package mutating func mutated(_ bytes: [UInt8], tokens: [String]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 0...3, using: &self) {
            let index = Int.random(in: 0...bytes.count, using: &self)
            switch Int.random(in: 0...4, using: &self) {
            case 0: bytes.insert(.random(in: 0...255, using: &self), at: index)
            case 1 where index < bytes.count: bytes.remove(at: index)
            case 2 where index < bytes.count: bytes[index] = .random(in: 32...126, using: &self)
            case 3: bytes.insert(contentsOf: Array(pick(tokens).utf8), at: index)
            default: bytes.removeLast(min(bytes.count, chance(0.1) ? index : 0))
            }
        }
        return bytes
    }
}
