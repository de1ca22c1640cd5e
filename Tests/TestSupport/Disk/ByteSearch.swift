package import Foundation

/// Searches all bytes of all files in a folder for texts, in every form in which a program may have written them.
package struct ByteSearch: Sendable {
    /// A text that was found in a file.
    package struct Hit: Hashable, Sendable, CustomStringConvertible {
        package let text: String
        package let form: String
        package let file: String

        package var description: String { "“\(text)” as \(form) in \(file)" }
    }

    private struct Needle: Sendable {
        let text: String
        let form: String
        let bytes: Data
    }

    private var needles: [Needle] = []

    /// The texts must be so unusual that they occur nowhere by chance.
    package init(_ texts: [String]) {
        for text in texts {
            let bytes = Data(text.utf8)
            let hexadecimal = bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
            var forms = [
                "UTF-8": bytes, "hexadecimal": Data(hexadecimal.utf8),
                "upper-case hexadecimal": Data(hexadecimal.uppercased().utf8),
                "UTF-16": Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
            ]
            if let json = try? JSONEncoder().encode([text]) { forms["JSON"] = json.dropFirst(2).dropLast(2) }
            for shift in 0..<3 { forms["Base64 from byte \(shift)"] = Self.base64(bytes, after: shift) }
            needles += forms.map { Needle(text: text, form: $0.key, bytes: Data($0.value)) }
        }
    }

    /// The digits of Base64 that the bytes decide alone, when `count` other bytes come before them.
    private static func base64(_ bytes: Data, after count: Int) -> Data {
        let digits = (Data(repeating: 0, count: count) + bytes).base64EncodedData()
        let first = (count * 8 + 5) / 6
        let end = (count + bytes.count) * 8 / 6
        return Data(digits.prefix(end).dropFirst(first))
    }

    /// Searches the files of the folder and of those in it.
    package func hits(in folder: String) throws -> Set<Hit> {
        var hits: Set<Hit> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var isFolder: ObjCBool = false
            let path = "\(folder)/\(name)"
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            // A socket cannot be read.
            guard let bytes = FileManager.default.contents(atPath: path) else { continue }
            hits.formUnion(self.hits(in: bytes, of: name))
        }
        return hits
    }

    package func hits(in bytes: Data, of name: String) -> Set<Hit> {
        Set(
            needles.filter { bytes.range(of: $0.bytes) != nil }
                .map { Hit(text: $0.text, form: $0.form, file: name) })
    }
}
