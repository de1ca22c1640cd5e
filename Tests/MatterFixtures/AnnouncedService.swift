package import HomeModel

/// What a node announces.
package struct AnnouncedService: Hashable, Sendable {
    package let kind: ServiceKind
    package let name: String
    package let port: UInt16
    package let txt: [String]

    package init(kind: ServiceKind, name: String, port: UInt16, txt: [String]) {
        self.kind = kind
        self.name = name
        self.port = port
        self.txt = txt
    }
}
