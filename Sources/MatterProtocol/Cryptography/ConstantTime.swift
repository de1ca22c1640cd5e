/// Compares values that an attacker may guess.
enum ConstantTime {
    /// Whether both are equal. The time depends on the lengths only.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
