import COpenSSL
import Crypto

/// The operations of SPAKE2+ on the curve P-256, calculated by OpenSSL.
///
/// Each function allocates what it needs and frees it before it returns, so that no pointer outlives a call. OpenSSL
/// multiplies one point by one secret number in constant time; therefore sums of products are calculated product by
/// product.
enum P256Arithmetic {
    /// Decodes the compressed or uncompressed form. Throws `.invalidPoint` for a point that is not on the curve, and for
    /// the point at infinity.
    static func point(encoded bytes: [UInt8]) throws(P256Error) -> P256Point {
        let curve = try Curve()
        return try curve.encode(try curve.decode(bytes))
    }

    /// `scalar` times the generator of the curve. Throws `.invalidPoint` if the number is zero.
    static func multiplyGenerator(by scalar: P256Scalar) throws(P256Error) -> P256Point {
        let curve = try Curve()
        return try curve.encode(try curve.multiply(nil, by: scalar))
    }

    /// `scalar` times `point`.
    static func multiply(_ point: P256Point, by scalar: P256Scalar) throws(P256Error) -> P256Point {
        let curve = try Curve()
        return try curve.encode(try curve.multiply(try curve.decode(point.bytes), by: scalar))
    }

    /// `left` + `right`. Throws `.invalidPoint` if the sum is the point at infinity.
    static func add(_ left: P256Point, to right: P256Point) throws(P256Error) -> P256Point {
        let curve = try Curve()
        return try curve.encode(try curve.add(try curve.decode(left.bytes), to: try curve.decode(right.bytes)))
    }

    /// `right` − `left`. Throws `.invalidPoint` if both are the same point.
    static func subtract(_ left: P256Point, from right: P256Point) throws(P256Error) -> P256Point {
        let curve = try Curve()
        let negative = try curve.negate(try curve.decode(left.bytes))
        return try curve.encode(try curve.add(negative, to: try curve.decode(right.bytes)))
    }

    /// The big-endian number `bytes` modulo the order of the curve.
    static func scalar(reducing bytes: [UInt8]) throws(P256Error) -> P256Scalar {
        let curve = try Curve()
        let number = try Number(bytes: bytes)
        let result = try Number()
        guard let order = EC_GROUP_get0_order(curve.group),
            BN_nnmod(result.pointer, number.pointer, order, curve.context) == 1
        else { throw .failed }
        return try result.scalar()
    }
}

/// The curve with the memory for intermediate numbers.
private final class Curve {
    let group: OpaquePointer
    let context: OpaquePointer

    init() throws(P256Error) {
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { throw .failed }
        guard let context = BN_CTX_new() else {
            EC_GROUP_free(group)
            throw .failed
        }
        self.group = group
        self.context = context
    }

    deinit {
        BN_CTX_free(context)
        EC_GROUP_free(group)
    }

    func decode(_ bytes: [UInt8]) throws(P256Error) -> CurvePoint {
        let point = try CurvePoint(curve: self)
        guard EC_POINT_oct2point(group, point.pointer, bytes, bytes.count, context) == 1,
            EC_POINT_is_on_curve(group, point.pointer, context) == 1
        else { throw .invalidPoint }
        return point
    }

    func encode(_ point: CurvePoint) throws(P256Error) -> P256Point {
        guard EC_POINT_is_at_infinity(group, point.pointer) == 0 else { throw .invalidPoint }
        var bytes = [UInt8](repeating: 0, count: P256Point.byteCount)
        let count = EC_POINT_point2oct(
            group, point.pointer, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, context)
        guard count == P256Point.byteCount else { throw .failed }
        return P256Point(calculated: bytes)
    }

    /// `scalar` times `point`, or times the generator.
    func multiply(_ point: CurvePoint?, by scalar: P256Scalar) throws(P256Error) -> CurvePoint {
        let number = try Number(scalar: scalar)
        let result = try CurvePoint(curve: self)
        let isCalculated =
            if let point {
                EC_POINT_mul(group, result.pointer, nil, point.pointer, number.pointer, context)
            } else {
                EC_POINT_mul(group, result.pointer, number.pointer, nil, nil, context)
            }
        guard isCalculated == 1 else { throw .failed }
        return result
    }

    func add(_ left: CurvePoint, to right: CurvePoint) throws(P256Error) -> CurvePoint {
        let result = try CurvePoint(curve: self)
        guard EC_POINT_add(group, result.pointer, left.pointer, right.pointer, context) == 1 else { throw .failed }
        return result
    }

    /// Changes the point itself.
    func negate(_ point: CurvePoint) throws(P256Error) -> CurvePoint {
        guard EC_POINT_invert(group, point.pointer, context) == 1 else { throw .failed }
        return point
    }
}

/// A point in the memory of OpenSSL, which is cleared when it is freed.
private final class CurvePoint {
    let pointer: OpaquePointer

    init(curve: Curve) throws(P256Error) {
        guard let pointer = EC_POINT_new(curve.group) else { throw .failed }
        self.pointer = pointer
    }

    deinit { EC_POINT_clear_free(pointer) }
}

/// A number in the memory of OpenSSL, which is cleared when it is freed.
private final class Number {
    let pointer: OpaquePointer

    init() throws(P256Error) {
        guard let pointer = BN_new() else { throw .failed }
        BN_set_flags(pointer, BN_FLG_CONSTTIME)
        self.pointer = pointer
    }

    convenience init(bytes: [UInt8]) throws(P256Error) {
        try self.init()
        guard let count = Int32(exactly: bytes.count), BN_bin2bn(bytes, count, pointer) != nil else { throw .failed }
    }

    convenience init(scalar: P256Scalar) throws(P256Error) {
        try self.init()
        let isRead = scalar.withBytes { buffer in
            BN_bin2bn(
                buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(truncatingIfNeeded: buffer.count),
                pointer) != nil
        }
        guard isRead else { throw .failed }
    }

    deinit { BN_clear_free(pointer) }

    func scalar() throws(P256Error) -> P256Scalar {
        let bytes: SymmetricKey? = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: P256Scalar.byteCount) {
            buffer in
            guard let start = buffer.baseAddress else { return nil }
            defer { OPENSSL_cleanse(start, buffer.count) }
            let count = Int32(P256Scalar.byteCount)
            guard BN_bn2binpad(pointer, start, count) == count else { return nil }
            return SymmetricKey(data: UnsafeRawBufferPointer(buffer))
        }
        guard let bytes else { throw .failed }
        return P256Scalar(reduced: bytes)
    }
}
