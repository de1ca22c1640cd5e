/// What an implementation of SRP does with the leading zero bytes of a number before it hashes the number.
enum SRPLeadingZeros: CaseIterable {
    case kept
    case removed
}
