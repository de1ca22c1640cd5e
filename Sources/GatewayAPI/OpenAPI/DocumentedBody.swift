/// A body of the API: what it looks like, and one that is filled in.
protocol DocumentedBody: Codable, Sendable {
    static var schema: Schema { get }
    static var example: Self { get }
}

extension Array: DocumentedBody where Element: DocumentedBody {
    static var schema: Schema { .array(of: Element.schema) }
    static var example: [Element] { [Element.example] }
}
