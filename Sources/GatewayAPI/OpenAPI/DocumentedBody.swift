/// A request or response body of the API, with its schema and an example.
protocol DocumentedBody: Codable, Sendable {
    static var schema: Schema { get }
    static var example: Self { get }
}

extension Array: DocumentedBody where Element: DocumentedBody {
    static var schema: Schema { .array(of: Element.schema) }
    static var example: [Element] { [Element.example] }
}
