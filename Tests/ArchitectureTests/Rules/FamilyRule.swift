/// Only the folders of a device family, and the lists of all families, may name the family: a new family is one folder and
/// one line, and the same again if it can be simulated. The folders of two families may name each other, because some
/// firmware uses the messages of another family.
enum FamilyRule {
    /// The target that defines the families, each in its folder.
    static let target = "DeviceProtocols"
    /// The targets with a folder for each family: the gateway's side of its protocol, and the side of simulated devices.
    private static let foldersOfFamilies: Set<String> = [target, "DeviceEmulators"]
    /// The sources to which the rule applies.
    private static let roots = ["Sources/", "simulators/"]
    /// The files outside the folders that may name families, each with the reason.
    static let exceptions: [String: String] = [
        "Sources/DeviceProtocols/Families/DeviceFamilies.swift": "it is the list of all families",
        "simulators/DeviceEmulators/Dialect/SimulatedDialects.swift": "it is the list of all simulated dialects",
        "Sources/TomteCommands/Import/ImportCommand.swift":
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
        let isInFolder =
            foldersOfFamilies.contains(file.target) && families.contains(path.dropFirst().first?.lowercased() ?? "")
        guard roots.contains(where: file.path.hasPrefix), !isInFolder, file.target != otherTarget,
            exceptions[file.path] == nil
        else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            let text = withoutComment(line).replacing(otherTarget, with: "").lowercased()
            guard !text.includes(helpExample) else { return [Violation]() }
            return families.filter { text.includes($0) }.sorted().map { name in
                let message =
                    "names the device family \(name); ask `DeviceFamilies` or `SimulatedDialects`, or move this into the folder of the family"
                return Violation(path: file.path, line: index + 1, message: message)
            }
        }
    }

    private static func withoutComment(_ line: String) -> String {
        let start = line.firstRange(of: #/(?:^|\s)///#)?.lowerBound ?? line.endIndex
        return String(line[..<start])
    }
}
