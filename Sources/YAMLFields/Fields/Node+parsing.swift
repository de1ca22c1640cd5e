import HomeModel
package import Yams

extension Node {
    /// Parses a file into nodes with line numbers. Throws the parser's message with its line when the text is not YAML.
    package static func parsed(_ yaml: String) throws(FieldError) -> Node {
        let root: Node?
        do {
            root = try compose(yaml: yaml)
        } catch {
            throw FieldError(parsing: error)
        }
        guard let root else { throw FieldError(line: 1, message: "the file is empty") }
        return root
    }
}

extension FieldError {
    fileprivate init(parsing error: any Error) {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            self.init(line: mark.line, message: problem)
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            self.init(line: context.mark.line, message: "the key \(keys.joined(separator: ", ")) occurs twice")
        default:
            self.init(line: 1, message: "\(EscapedText("\(error)", limit: 200))")
        }
    }
}
