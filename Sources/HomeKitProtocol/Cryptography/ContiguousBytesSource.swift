import Crypto
import Foundation

/// Bytes that can be read in place.
protocol ContiguousBytesSource {
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
}

extension Array: ContiguousBytesSource where Element == UInt8 {
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { withUnsafeBytes { body($0) } }
}

extension SymmetricKey: ContiguousBytesSource {
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { withUnsafeBytes { body($0) } }
}
