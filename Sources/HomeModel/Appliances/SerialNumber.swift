/// The serial number of an appliance. Printing or mirroring one gives `<redacted>`, so that it never reaches a log.
package struct SerialNumber: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let text: String

    package init(_ text: String) { self.text = text }

    /// The only access to the text, named so that every use is easy to find.
    package var exposedText: String { text }

    package var description: String { "<redacted>" }
    package var debugDescription: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
