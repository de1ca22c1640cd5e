import HTTPTypes

/// Routes with one tag, under which the document shows them.
struct RouteSection: Sendable {
    let tag: OpenAPIDocument.Tag
    let routes: [Route]

    init(_ name: String, description: String, routes: [Route]) {
        tag = OpenAPIDocument.Tag(name: name, description: description)
        self.routes = routes
    }
}

/// All routes of the API.
enum RouteTable {
    static let sections = [
        RouteSection(
            "Health", description: "The health of the gateway, and its certificates.", routes: HealthRoutes.all),
        RouteSection("Devices", description: "The adopted devices.", routes: DeviceRoutes.all),
        RouteSection(
            "Credentials", description: "The credentials with which devices connect to the broker.",
            routes: CredentialRoutes.all),
        RouteSection("Rooms", description: "The rooms of the home.", routes: RoomRoutes.all),
        RouteSection(
            "Discovery", description: "Discovered devices that are not adopted, and findings.",
            routes: DiscoveryRoutes.all),
        RouteSection("Commands", description: "Commands to devices, and their outcomes.", routes: CommandRoutes.all),
        RouteSection(
            "Readings", description: "Stored readings of devices, and readings that were struck out.",
            routes: ReadingRoutes.all + StrikeRoutes.all),
        RouteSection("Energy", description: "Energy by device, room, hour or day.", routes: EnergyRoutes.all),
        RouteSection("Events", description: "A stream of live events.", routes: EventRoutes.all),
        RouteSection(
            "Home", description: "The home as a whole: its name, its clock and its lockdown.", routes: HomeRoutes.all),
        RouteSection(
            "Pairing", description: "The pairing of phones, browsers and terminals.", routes: PairingRoutes.all),
        RouteSection("Sessions", description: "Sessions of paired clients, and PINs.", routes: SessionRoutes.all),
        RouteSection("Tokens", description: "Service tokens for scripts and scrapers.", routes: TokenRoutes.all),
        RouteSection("People", description: "People and their roles.", routes: PeopleRoutes.all),
        RouteSection(
            "Grants", description: "Grants and denies, which extend or limit what a role permits.",
            routes: GrantRoutes.all),
        RouteSection("Audit", description: "The audit log.", routes: AuditRoutes.all),
        RouteSection("Metrics", description: "Metrics for a scraper.", routes: MetricsRoutes.all),
        RouteSection("Retention", description: "Retention terms of each kind of data.", routes: RetentionRoutes.all),
        RouteSection("Imports", description: "Import of history from other systems.", routes: ImportRoutes.all),
        RouteSection("OpenAPI", description: "This document.", routes: OpenAPIRoutes.all),
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
