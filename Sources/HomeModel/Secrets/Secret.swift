/// Bytes that never reach a log: printing or mirroring a secret gives `<redacted>`.
package struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The only access to the bytes, named so that every use is easy to find.
    package func exposed() -> [UInt8] { bytes }

    /// The same for a secret that is text.
    package var exposedText: String { String(decoding: bytes, as: UTF8.self) }

    package var description: String { "<redacted>" }
    package var debugDescription: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
