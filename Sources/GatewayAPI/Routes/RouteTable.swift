import HTTPTypes

/// Routes with one tag, under which the document shows them.
struct RouteSection: Sendable {
    let tag: OpenAPIDocument.Tag
    let routes: [Route]

    init(_ name: String, _ description: String, _ routes: [Route]) {
        tag = OpenAPIDocument.Tag(name: name, description: description)
        self.routes = routes
    }
}

/// All routes of the API.
enum RouteTable {
    static let sections = [
        RouteSection("Health", "The health of the gateway, and its certificates.", HealthRoutes.all),
        RouteSection("Devices", "The adopted devices.", DeviceRoutes.all),
        RouteSection("Credentials", "The credentials with which devices connect to the broker.", CredentialRoutes.all),
        RouteSection("Rooms", "The rooms of the home.", RoomRoutes.all),
        RouteSection(
            "Discovery", "Discovered devices that are not adopted, and findings.", DiscoveryRoutes.all),
        RouteSection("Commands", "Commands to devices, and their outcomes.", CommandRoutes.all),
        RouteSection(
            "Readings", "Stored readings of devices, and readings that were struck out.",
            ReadingRoutes.all + StrikeRoutes.all),
        RouteSection("Energy", "Energy by device, room, hour or day.", EnergyRoutes.all),
        RouteSection("Events", "A stream of live events.", EventRoutes.all),
        RouteSection("Home", "The home as a whole: its name, its clock and its lockdown.", HomeRoutes.all),
        RouteSection("Pairing", "The pairing of phones, browsers and terminals.", PairingRoutes.all),
        RouteSection("Sessions", "Sessions of paired clients, and PINs.", SessionRoutes.all),
        RouteSection("Tokens", "Service tokens for scripts and scrapers.", TokenRoutes.all),
        RouteSection("People", "People and their roles.", PeopleRoutes.all),
        RouteSection("Grants", "Grants and denies, which extend or limit what a role permits.", GrantRoutes.all),
        RouteSection("Audit", "The audit log.", AuditRoutes.all),
        RouteSection("Metrics", "Metrics for a scraper.", MetricsRoutes.all),
        RouteSection("Retention", "Retention terms of each kind of data.", RetentionRoutes.all),
        RouteSection("Imports", "Import of history from other systems.", ImportRoutes.all),
        RouteSection("OpenAPI", "This document.", OpenAPIRoutes.all),
    ]

    static let routes = sections.flatMap(\.routes)

    /// The methods of all routes at the address, which begins with the prefix of the API.
    static func methods(at address: String) -> [HTTPRequest.Method] {
        let segments = address.split(separator: "/")
        let matching = routes.filter { $0.matches(segments) }
        // The router prefers a literal path to one with parameters.
        let literal = matching.filter { !$0.path.contains(":") }
        return (literal.isEmpty ? matching : literal).map(\.method)
    }
}

extension Route {
    fileprivate func matches(_ segments: [Substring]) -> Bool {
        let own = (UnixSocketServer.prefix + path).split(separator: "/")
        return own.count == segments.count && zip(own, segments).allSatisfy { $0.first == ":" || $0 == $1 }
    }
}
