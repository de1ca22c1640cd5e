import HTTPTypes

/// Routes that belong together, as readers of the document find them.
struct RouteSection: Sendable {
    let tag: OpenAPIDocument.Tag
    let routes: [Route]

    init(_ name: String, _ description: String, _ routes: [Route]) {
        tag = OpenAPIDocument.Tag(name: name, description: description)
        self.routes = routes
    }
}

/// Every route there is.
enum RouteTable {
    static let sections = [
        RouteSection("Health", "How the gateway is.", HealthRoutes.all),
        RouteSection("Devices", "What is in the home.", DeviceRoutes.all),
        RouteSection("Credentials", "How devices get in.", CredentialRoutes.all),
        RouteSection("Rooms", "Where devices are.", RoomRoutes.all),
        RouteSection("Discovery", "What waits outside.", DiscoveryRoutes.all),
        RouteSection("Commands", "Telling devices what to do.", CommandRoutes.all),
        RouteSection("Readings", "What devices measured.", ReadingRoutes.all + StrikeRoutes.all),
        RouteSection("Energy", "Energy, added up.", EnergyRoutes.all),
        RouteSection("Events", "What happens, as it happens.", EventRoutes.all),
        RouteSection("Home", "The home as a whole.", HomeRoutes.all),
        RouteSection("Pairing", "How phones, browsers and terminals come in.", PairingRoutes.all),
        RouteSection("Sessions", "What those hold who are in, and what a PIN confirms.", SessionRoutes.all),
        RouteSection("Tokens", "For scripts and scrapers.", TokenRoutes.all),
        RouteSection("People", "Who lives here, and as what.", PeopleRoutes.all),
        RouteSection("Grants", "More or less than a role permits.", GrantRoutes.all),
        RouteSection("Audit", "Who did what.", AuditRoutes.all),
        RouteSection("Metrics", "Figures for a scraper.", MetricsRoutes.all),
        RouteSection("Retention", "How long what is kept.", RetentionRoutes.all),
        RouteSection("Imports", "Bringing in a past from elsewhere.", ImportRoutes.all),
        RouteSection("OpenAPI", "The API about itself.", OpenAPIRoutes.all),
    ]

    static let routes = sections.flatMap(\.routes)

    /// The methods that some route has for the address, which begins with the prefix of the API.
    static func methods(at address: String) -> [HTTPRequest.Method] {
        let segments = address.split(separator: "/")
        let matching = routes.filter { $0.matches(segments) }
        // The router looks for no template where there is an address to the letter.
        let literal = matching.filter { !$0.path.contains(":") }
        return (literal.isEmpty ? matching : literal).map(\.method)
    }
}

extension Route {
    fileprivate func matches(_ segments: [Substring]) -> Bool {
        let own = (HomeServer.prefix + path).split(separator: "/")
        return own.count == segments.count && zip(own, segments).allSatisfy { $0.first == ":" || $0 == $1 }
    }
}
