import HomeModel

/// The name by which people tell a part from its siblings: the labels that a person or the maker gave to the endpoint,
/// its tags, or its kind and number.
struct PartName {
    let text: String?

    /// Labels that describe the device or its place, and not which of several endpoints this is.
    private static let ignoredLabels: Set<String> = [
        "vendor", "product", "devicetype", "room", "floor", "orientation", "direction", "zone", "group",
    ]

    init(_ endpoint: NodeEndpoint, among siblings: [NodeEndpoint], word: String) {
        let labels = endpoint.labels.filter { !Self.ignoredLabels.contains($0.name.lowercased()) }
        let kind = word.replacing("-", with: " ")
        let tags = endpoint.tags.compactMap(\.words).filter { $0 != kind }
        let words: String
        if !labels.isEmpty {
            // “Up” of the label “Button” is the button “Up”.
            words = labels.map { label in
                label.name.lowercased() == kind ? "\(label.name) \(label.value)" : label.value
            }.joined(separator: " ")
        } else if !tags.isEmpty {
            words = "\(kind) \(tags.joined(separator: " "))"
        } else {
            let same = siblings.filter { $0.type?.id == endpoint.type?.id }.map(\.number).sorted()
            let number = (same.firstIndex(of: endpoint.number) ?? 0) + 1
            words = same.count > 1 ? "\(kind) \(number)" : kind
        }
        text = NodeInformation.shown(words.prefix(1).uppercased() + words.dropFirst())
    }
}
