import COpenSSL

/// An unsigned big number in the memory of OpenSSL, which is cleared when it is freed.
///
/// Exponentiation takes the same time for all exponents of one length, so that the time does not reveal the setup code.
/// `BN_mod_exp_mont_consttime` does that without a flag; the numbers also carry `BN_FLG_CONSTTIME` for the operations
/// that look at it. The functions throw `.outOfMemory` if OpenSSL cannot allocate, and never trap.
// The handle owns its number. No method changes the number after the initializer, so that all threads may read it.
final class BigNumberHandle: @unchecked Sendable {
    private let number: OpaquePointer

    /// The number whose big-endian bytes these are.
    convenience init(bytes: some ContiguousBytesSource) throws(SRPError) {
        try self.init()
        let isRead = bytes.withBytes { buffer in
            guard let length = Int32(exactly: buffer.count) else { return false }
            let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return BN_bin2bn(start, length, number) != nil
        }
        guard isRead else { throw .outOfMemory }
    }

    private init() throws(SRPError) {
        guard let number = BN_new() else { throw .outOfMemory }
        BN_set_flags(number, BN_FLG_CONSTTIME)
        self.number = number
    }

    deinit { BN_clear_free(number) }

    var isZero: Bool { BN_is_zero(number) == 1 }

    func isLess(than other: BigNumberHandle) -> Bool { BN_cmp(number, other.number) < 0 }

    /// The big-endian bytes without leading zeros.
    func bytes() throws(SRPError) -> [UInt8] {
        let count = (Int(BN_num_bits(number)) + 7) / 8
        return try withBytes(count: count) { Array($0) }
    }

    /// The big-endian bytes with leading zeros up to `count` bytes. Throws `.tooLarge` if the number has more.
    func bytes(count: Int) throws(SRPError) -> [UInt8] { try withBytes(count: count) { Array($0) } }

    /// Passes the big-endian bytes to `body` in memory that is cleared afterwards.
    func withBytes<Result>(
        count: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(SRPError) -> Result {
        guard let length = Int32(exactly: count) else { throw .tooLarge }
        let result: Result? = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(count, 1)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            defer { OPENSSL_cleanse(start, buffer.count) }
            guard BN_bn2binpad(number, start, length) == length else { return nil }
            return body(UnsafeRawBufferPointer(start: start, count: count))
        }
        guard let result else { throw .tooLarge }
        return result
    }

    /// `self + other`.
    func adding(_ other: BigNumberHandle) throws(SRPError) -> BigNumberHandle {
        try calculate { BN_add($0, number, other.number) }
    }

    /// `self * other`.
    func multiplied(by other: BigNumberHandle) throws(SRPError) -> BigNumberHandle {
        try calculate { result, context in BN_mul(result, number, other.number, context) }
    }

    /// `(self + other) mod modulus`.
    func adding(_ other: BigNumberHandle, modulo modulus: BigNumberHandle) throws(SRPError) -> BigNumberHandle {
        try calculate { result, context in BN_mod_add(result, number, other.number, modulus.number, context) }
    }

    /// `(self - other) mod modulus`, which is not negative.
    func subtracting(_ other: BigNumberHandle, modulo modulus: BigNumberHandle) throws(SRPError) -> BigNumberHandle {
        try calculate { result, context in BN_mod_sub(result, number, other.number, modulus.number, context) }
    }

    /// `(self * other) mod modulus`.
    func multiplied(
        by other: BigNumberHandle, modulo modulus: BigNumberHandle
    ) throws(SRPError) -> BigNumberHandle {
        try calculate { result, context in BN_mod_mul(result, number, other.number, modulus.number, context) }
    }

    /// `self` to the power of `exponent`, modulo an odd number, in constant time.
    func raised(
        to exponent: BigNumberHandle, modulo modulus: BigNumberHandle
    ) throws(SRPError) -> BigNumberHandle {
        try calculate { result, context in
            BN_mod_exp_mont_consttime(result, number, exponent.number, modulus.number, context, nil)
        }
    }

    private func calculate(_ operation: (OpaquePointer) -> Int32) throws(SRPError) -> BigNumberHandle {
        let result = try BigNumberHandle()
        guard operation(result.number) == 1 else { throw .outOfMemory }
        return result
    }

    private func calculate(
        _ operation: (OpaquePointer, OpaquePointer) -> Int32
    ) throws(SRPError) -> BigNumberHandle {
        guard let context = BN_CTX_new() else { throw .outOfMemory }
        // Freeing the context clears the intermediate numbers in it.
        defer { BN_CTX_free(context) }
        return try calculate { result in operation(result, context) }
    }
}
