/// Only the folder of a device family, and the list of all families, may name the family: a new family is one folder and
/// one line. The folders of two families may name each other, because some firmware uses the messages of another family.
enum FamilyRule {
    static let target = "DeviceProtocols"
    /// The files outside the folders that may name families, each with the reason.
    static let exceptions: [String: String] = [
        "DeviceProtocols/Families/DeviceFamilies.swift": "it is the list of all families",
        "TomteCommands/Import/ImportCommand.swift":
            "it imports the history of a program that is also named like a family",
    ]
    /// The target that reads the history of the program. Its name and its files are about another thing than the family.
    private static let otherTarget = "HomeAssistantHistory"
    /// A line with this text is an example in the help of a command.
    private static let helpExample = "\"tomte "

    /// The names of the families among `files`, in lower case: the folders that contain a `…Family.swift` of their name.
    static func families(in files: [SourceFile]) -> Set<String> {
        Set(
            files.compactMap { file in
                let folders = file.path.split(separator: "/").dropFirst().dropLast()
                guard folders.count == 2, folders.first == target[...], let folder = folders.last,
                    file.name == "\(folder)Family.swift"
                else { return nil }
                return folder.lowercased()
            })
    }

    static func violations(in file: SourceFile, families: Set<String>) -> [Violation] {
        let path = file.path.split(separator: "/").dropFirst()
        let isInFolder = path.first == target[...] && families.contains(path.dropFirst().first?.lowercased() ?? "")
        guard file.path.hasPrefix("Sources/"), !isInFolder, file.target != otherTarget,
            exceptions[path.joined(separator: "/")] == nil
        else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            let text = withoutComment(line).replacing(otherTarget, with: "").lowercased()
            guard !text.contains(helpExample) else { return [Violation]() }
            return families.filter { text.contains($0) }.sorted().map { name in
                let message =
                    "names the device family \(name); ask `DeviceFamilies`, or move this into the folder of the family"
                return Violation(path: file.path, line: index + 1, message: message)
            }
        }
    }

    private static func withoutComment(_ line: String) -> String {
        let start = line.firstRange(of: #/(?:^|\s)///#)?.lowerBound ?? line.endIndex
        return String(line[..<start])
    }
}
