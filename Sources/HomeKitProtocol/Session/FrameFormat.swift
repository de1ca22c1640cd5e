import Crypto

/// The form of the frames of a session. Source: HAP specification R2, section 6.5.2.
///
/// A frame has two bytes with the length of its text, little-endian and authenticated, the encrypted text, and a tag of
/// 16 bytes. The nonce is four zero bytes and the number of the frame in its direction, 64 bits little-endian, from
/// zero.
enum FrameFormat {
    /// The longest text of a frame. HomeKitADK refuses longer ones; aiohomekit, HAP-NodeJS and HAP-python accept up to
    /// 65,535 bytes, but none of them sends more than this.
    static let maximumText = 1024
    static let lengthBytes = 2
    static let tagBytes = 16

    static func nonce(_ counter: UInt64) -> [UInt8] {
        [0, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
    }
}
