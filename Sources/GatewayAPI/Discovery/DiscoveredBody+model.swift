import DeviceProtocols
import GatewayCore
import GatewayWire
import HomeModel

extension DiscoveredBody {
    init(_ waiting: AdoptionCandidate) {
        let found = waiting.best
        let description = found.description
        self.init(
            id: found.id, link: found.address.kind.rawValue, dialects: waiting.all.map(\.address.kind),
            rivals: waiting.rivals.map(\.text), others: description.others.map { EscapedText($0).description },
            address: found.address.text, name: EscapedText(description.name, limit: 100).description,
            manufacturer: description.manufacturer.map { EscapedText($0, limit: 64).description },
            model: description.model.map { EscapedText($0, limit: 64).description }, category: nil, isPaired: nil,
            availability: found.availability, addresses: [], firstSeen: found.firstSeen, lastSeen: found.lastSeen,
            isAdoptable: !description.parts.isEmpty,
            asksForPurpose: description.parts.filter(\.asksForPurpose).map(\.id),
            suggestedPurposes: description.suggestedPurposes, partNames: Self.partNames(description))
    }

    /// The names of the parts for which a person is asked; nil if the device names none of them.
    private static func partNames(_ description: DeviceDescription) -> [PartID: String]? {
        let named = description.parts.filter(\.asksForPurpose).compactMap { part in
            part.name.map { (part.id, EscapedText($0, limit: 64).description) }
        }
        return named.isEmpty ? nil : Dictionary(named) { $1 }
    }

    init(_ service: NetworkService) {
        let facts = service.record.facts
        self.init(
            id: service.deviceID,
            link: service.kind.serviceType, address: nil, name: service.name.description, manufacturer: nil,
            model: facts.model?.description, category: facts.category,
            isPaired: facts.isPaired, availability: nil,
            addresses: service.addresses.map { "\($0.text) (\($0.interface))" }, firstSeen: service.firstSeen,
            lastSeen: service.lastSeen, isAdoptable: false, asksForPurpose: [], setup: SetupOfferBody(service),
            pairing: service.pairingOffer)
    }

    /// Whether the service is shown. A service of a device that is paired with this gateway (`own`) is not: its devices
    /// are listed instead, also while it is shared with others, and announces that too. A web server is shown only if its
    /// device can be configured, and none of `known`, which are connected already, is the same hardware.
    static func lists(
        _ service: NetworkService, besides known: Set<HardwareID>, own: [NetworkService]
    ) -> Bool {
        guard service.kind == .web else {
            return !own.contains { $0.id == service.id || $0.isSameDevice(as: service) }
        }
        guard let announced = DeviceFamilies.announced(as: service.announcedName), SetupOfferBody(service) != nil else {
            return false
        }
        return !known.contains { $0.scheme == .mac && $0.digits.hasSuffix(announced.macSuffix) }
    }
}

extension NetworkService {
    /// Whether both are announced by one Matter node: it announces each of its homes, and that it accepts a code.
    fileprivate func isSameDevice(as other: NetworkService) -> Bool {
        let matter: Set<ServiceKind> = [.matterOperational, .matterCommissionable]
        return matter.isSuperset(of: [kind, other.kind]) && announcedHost == other.announcedHost && port == other.port
    }

    /// Nil for a service that the gateway cannot pair with.
    var pairingOffer: PairingOffer? {
        switch record {
        case .homeKit(let record): kind == .homeKit ? (record.isPaired ? .elsewhere : .available) : nil
        case .matterCommissionable(let record): record.commissioningMode == .disabled ? nil : .available
        case .matterOperational: .elsewhere
        case .web: nil
        }
    }
}

extension SetupOfferBody {
    /// Nil for a service that is no device that can be configured.
    init?(_ service: NetworkService) {
        let addresses = service.addresses.filter { $0.family == .ipv4 && !$0.isLinkLocal }
        guard service.kind == .web, let announced = DeviceFamilies.announced(as: service.announcedName),
            let address = addresses.lazy.compactMap({ IPv4Address($0.text) }).first
        else { return nil }
        self.init(dialect: announced.family.name, address: address, port: service.port)
    }
}

extension ServiceRecord {
    /// The model, category and pairing state of the record; nil where this kind of record does not contain one.
    fileprivate var facts: (model: EscapedText?, category: String?, isPaired: Bool?) {
        switch self {
        case .homeKit(let record): (record.model, "\(record.category)", record.isPaired)
        case .matterOperational: (nil, nil, true)
        case .web: (nil, nil, nil)
        case .matterCommissionable(let record): (record.deviceName, record.deviceType.map { "type \($0)" }, false)
        }
    }
}

extension LinkAddress {
    /// Root topic and foreign id, such as `u/lamp`, escaped for display.
    fileprivate var text: String { EscapedText("\(root)/\(foreignID)").description }
}

extension LinkFindingBody {
    init(_ entry: LinkFindings.Entry) {
        self.init(
            id: entry.id, topic: EscapedText(entry.finding.location.text).description, code: entry.finding.code,
            detail: entry.finding.detail, isKept: entry.finding.isKept, count: entry.count, lastSeen: entry.lastSeen)
    }
}
