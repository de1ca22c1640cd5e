import GatewayCore
import HTTPTypes

/// Routes with one tag, under which the document shows them.
struct RouteSection: Sendable {
    let tag: OpenAPIDocument.Tag
    let routes: [Route<Home>]

    /// `services` selects the services of the routes from those of the home.
    init<Services>(
        _ name: String, description: String, routes: [Route<Services>],
        services: @escaping @Sendable (Home) -> Services
    ) {
        tag = OpenAPIDocument.Tag(name: name, description: description)
        self.routes = routes.map { $0.using(services) }
    }
}

/// All routes of the API.
enum RouteTable {
    static let sections = [
        RouteSection(
            "Health", description: "The health of the gateway, and its certificates.", routes: HealthRoutes.all,
            services: \.operation),
        RouteSection("Devices", description: "The adopted devices.", routes: DeviceRoutes.all, services: \.devices),
        RouteSection(
            "Capabilities", description: "The kinds of capabilities, which are the same in every home.",
            routes: CapabilityRoutes.all, services: { _ in }),
        RouteSection(
            "Credentials", description: "The credentials with which devices connect to the broker.",
            routes: CredentialRoutes.all, services: \.devices),
        RouteSection(
            "Setup", description: "The setup of devices that the gateway configures itself.",
            routes: SetupRoutes.all, services: \.devices),
        RouteSection("Rooms", description: "The rooms of the home.", routes: RoomRoutes.all, services: \.devices),
        RouteSection(
            "Discovery", description: "Discovered devices that are not adopted, and findings.",
            routes: DiscoveryRoutes.all, services: \.devices),
        RouteSection(
            "Device pairings", description: "The pairing of devices that need it before they can be adopted.",
            routes: DevicePairingRoutes.all + LockPINRoutes.all, services: \.devices),
        RouteSection(
            "Device makers", description: "The makers whose devices the gateway recognises as genuine.",
            routes: DeviceMakerRoutes.all, services: \.devices),
        RouteSection(
            "Commands", description: "Commands to devices, and their outcomes.",
            routes: CommandRoutes.all + GroupCommandRoutes.all, services: \.commands),
        RouteSection(
            "Readings", description: "Stored readings of devices, and readings that were struck out.",
            routes: ReadingRoutes.all + StrikeRoutes.all, services: \.readings),
        RouteSection(
            "Energy", description: "Energy by device, room, hour or day.", routes: EnergyRoutes.all,
            services: \.readings),
        RouteSection(
            "Appliances", description: "The inventory of the home's appliances.", routes: ApplianceRoutes.all,
            services: \.maintenance),
        RouteSection(
            "Maintenance", description: "What is to be done to appliances and devices, and what was done.",
            routes: MaintenanceTaskRoutes.all + ServiceHistoryRoutes.all, services: \.maintenance),
        RouteSection("Events", description: "A stream of live events.", routes: EventRoutes.all, services: \.events),
        RouteSection(
            "Activity", description: "What people did and what happened at home.", routes: ActivityRoutes.all,
            services: \.activity),
        RouteSection(
            "Attachments", description: "The photographs and manuals of appliances and of the service history.",
            routes: AttachmentRoutes.all, services: \.attachments),
        RouteSection(
            "Home", description: "The home as a whole: its name, its clock and its lockdown.", routes: HomeRoutes.all,
            services: \.settings),
        RouteSection(
            "Layout", description: "The arrangement of the home screen: of each person, and the default of the home.",
            routes: LayoutRoutes.all, services: \.settings),
        RouteSection(
            "Preferences", description: "How a person wants to see the home.", routes: PreferencesRoutes.all,
            services: \.settings),
        RouteSection(
            "Privacy", description: "What the home stores about people, the notice that tells them, and exports.",
            routes: StoredDataRoutes.all + PrivacyRoutes.all, services: \.privacy),
        RouteSection(
            "Pairing", description: "The pairing of phones, browsers and terminals.", routes: PairingRoutes.all,
            services: \.sessions),
        RouteSection(
            "Invitations", description: "Invitations that are sent as links, and the steps of the invited client.",
            routes: InvitationRoutes.all + InvitedClientRoutes.all, services: \.sessions),
        RouteSection(
            "Sessions", description: "Sessions of paired clients, and PINs.", routes: SessionRoutes.all,
            services: \.sessions),
        RouteSection(
            "Tokens", description: "Service tokens for scripts and scrapers.", routes: TokenRoutes.all,
            services: \.sessions),
        RouteSection("People", description: "People and their roles.", routes: PeopleRoutes.all, services: \.access),
        RouteSection(
            "Grants", description: "Grants and denies, which extend or limit what a role permits.",
            routes: GrantRoutes.all, services: \.access),
        RouteSection(
            "Erasures",
            description: "The erasure of people, which leaves a pseudonym in the audit log, and the wipe of the home.",
            routes: ErasureRoutes.all + WipeRoutes.all, services: \.privacy),
        RouteSection(
            "Incidents", description: "What was noticed in the home, and what people did about it.",
            routes: IncidentRoutes.all, services: \.incidents),
        RouteSection("Audit", description: "The audit log.", routes: AuditRoutes.all, services: \.operation),
        RouteSection(
            "Metrics", description: "Metrics for a scraper.", routes: MetricsRoutes.all, services: \.operation),
        RouteSection(
            "Retention", description: "Retention terms of each kind of data.", routes: RetentionRoutes.all,
            services: \.readings),
        RouteSection(
            "Consents", description: "The consents of the home, and the crash reports that one of them allows.",
            routes: ConsentRoutes.all + CrashReportRoutes.all, services: \.privacy),
        RouteSection(
            "Imports", description: "Import of history from other systems.", routes: ImportRoutes.all,
            services: \.readings),
        RouteSection("OpenAPI", description: "This document.", routes: OpenAPIRoutes.all, services: { _ in }),
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
    func matches(_ segments: [Substring]) -> Bool {
        let own = (UnixSocketServer.prefix + path).split(separator: "/")
        return own.count == segments.count && zip(own, segments).allSatisfy { $0.first == ":" || $0 == $1 }
    }
}
