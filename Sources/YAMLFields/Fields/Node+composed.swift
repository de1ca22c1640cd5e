import HomeModel
package import Yams

extension Node {
    /// The file's nodes with their lines; the reason and its line where it is not YAML.
    package static func composed(_ yaml: String) throws(FieldMistake) -> Node {
        let root: Node?
        do {
            root = try compose(yaml: yaml)
        } catch {
            throw FieldMistake(parsing: error)
        }
        guard let root else { throw FieldMistake(line: 1, message: "there is nothing in it") }
        return root
    }
}

extension FieldMistake {
    fileprivate init(parsing error: any Error) {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            self.init(line: mark.line, message: problem)
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            self.init(line: context.mark.line, message: "the key \(keys.joined(separator: ", ")) stands twice")
        default:
            self.init(line: 1, message: "\(InertText("\(error)", limit: 200))")
        }
    }
}
