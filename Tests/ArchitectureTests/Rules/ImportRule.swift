/// Checks import lines against `AllowedImports`.
enum ImportRule {
    static func violations(in file: SourceFile) -> [Violation] {
        guard let allowed = AllowedImports.byTarget[file.target] else {
            let message = "the target \(file.target) is not in AllowedImports; add it with its allowed imports"
            return [Violation(path: file.path, line: 1, message: message)]
        }
        let forbidden = imports(of: file).filter { AllowedImports.targets.subtracting(allowed).contains($0.module) }
        return forbidden.map { line, module in
            let list = allowed.isEmpty ? "none of our targets" : allowed.sorted().joined(separator: ", ")
            let message = "\(file.target) must not import \(module); it may import \(list)"
            return Violation(path: file.path, line: line, message: message)
        } + libraryViolations(in: file)
    }

    /// Checks the imports of libraries. This part of the rule also applies to shared test code.
    static func libraryViolations(in file: SourceFile) -> [Violation] {
        imports(of: file).compactMap { line, module in
            guard let library = AllowedImports.libraries.first(where: { module.hasPrefix($0.name) }),
                !library.only.contains(file.target)
            else { return nil }
            let owners = library.only.sorted().joined(separator: " and ")
            let message = "\(module) is imported only in \(owners); \(library.remedy)"
            return Violation(path: file.path, line: line, message: message)
        }
    }

    static func imports(of file: SourceFile) -> [(line: Int, module: String)] {
        let statement =
            #/(?:^|;)\s*(?:@\w+(?:\(\w+\))?\s+|(?:package|internal|fileprivate|private|public)\s+)*import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/#
        return file.code.enumerated().flatMap { index, line in
            line.contains("import") ? line.matches(of: statement).map { (index + 1, String($0.output.1)) } : []
        }
    }
}
