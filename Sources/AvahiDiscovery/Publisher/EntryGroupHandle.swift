import CAvahi

/// One published service at the daemon, with the addresses of its host if it has a host of its own.
// Sendable: as part of `PublishHandle` it is touched only with the poll lock held.
final class EntryGroupHandle: @unchecked Sendable {
    private static let renamings = 64

    /// The service as it is announced now. Name and host are alternatives when the wanted ones were in use.
    private var service: PublishedService
    private let report: (PublicationState) -> Void
    private var group: OpaquePointer?
    private var renamingsLeft = renamings

    init(_ service: PublishedService, report: @escaping (PublicationState) -> Void) {
        self.service = service
        self.report = report
    }

    /// Announces the service, or announces it again under the same name.
    func announce(_ client: OpaquePointer) {
        if group == nil {
            group = avahi_entry_group_new(client, groupChanged, Unmanaged.passUnretained(self).toOpaque())
        }
        guard let group else { return report(.failed(AvahiError(of: client))) }
        var code = fill(group)
        while code == Int32(AVAHI_ERR_COLLISION), rename() { code = fill(group) }
        if code == AVAHI_OK { code = avahi_entry_group_commit(group) }
        if code != AVAHI_OK { report(.failed(Self.error(code, name: service.name))) }
    }

    /// Withdraws the announcement until `announce` is called again.
    func retract() {
        if let group { avahi_entry_group_reset(group) }
        report(.waiting)
    }

    /// Announces the service with another host, under the same name.
    func update(host: PublishedService.Host?, client: OpaquePointer?) {
        service.host = host
        if group != nil, let client { announce(client) }
    }

    func update(txt: [[UInt8]], client: OpaquePointer?) {
        service.txt = txt
        guard let group, let client else { return }
        let code = withStringList(txt) { list in
            avahi_entry_group_update_service_txt_strlst(
                group, anyInterface, anyProtocol, noPublishFlags, service.name, service.type, nil, list)
        }
        if code != AVAHI_OK { announce(client) }
    }

    /// Withdraws the service from the network.
    func free() {
        if let group { avahi_entry_group_free(group) }
        group = nil
    }

    fileprivate func changed(_ group: OpaquePointer, to state: AvahiEntryGroupState) {
        switch state {
        case AVAHI_ENTRY_GROUP_ESTABLISHED:
            report(.established(name: service.name, hostLabel: service.host?.label))
        case AVAHI_ENTRY_GROUP_COLLISION:
            guard let client = avahi_entry_group_get_client(group) else { return }
            if rename() { announce(client) } else { report(.failed(.nameTaken(service.name))) }
        case AVAHI_ENTRY_GROUP_FAILURE:
            if let client = avahi_entry_group_get_client(group) { report(.failed(AvahiError(of: client))) }
        default: break
        }
    }

    /// Fills the group from empty. Returns the code of the library.
    private func fill(_ group: OpaquePointer) -> Int32 {
        var code = avahi_entry_group_reset(group)
        let own = avahi_entry_group_get_client(group).flatMap { avahi_client_get_host_name($0) }.map(
            String.init(cString:))
        // Avahi announces the name and the addresses of this machine itself.
        let other = service.host.flatMap { $0.label.lowercased() == own?.lowercased() ? nil : $0 }
        let host = other.map { "\($0.label).local" }
        for entry in other?.addresses ?? [] where code == AVAHI_OK {
            guard var address = parsedAddress(entry.text) else { continue }
            // Several hosts may share an address, so no reverse name is published for it.
            code = avahi_entry_group_add_address(
                group, entry.interface.map(AvahiIfIndex.init) ?? anyInterface, anyProtocol, AVAHI_PUBLISH_NO_REVERSE,
                host,
                &address)
        }
        if code == AVAHI_OK {
            code = withStringList(service.txt) { list in
                avahi_entry_group_add_service_strlst(
                    group, anyInterface, anyProtocol, noPublishFlags, service.name, service.type, nil, host,
                    service.port, list)
            }
        }
        for subtype in service.subtypes where code == AVAHI_OK {
            code = avahi_entry_group_add_service_subtype(
                group, anyInterface, anyProtocol, noPublishFlags, service.name, service.type, nil,
                "\(subtype)._sub.\(service.type)")
        }
        return code
    }

    /// Changes name and host to alternatives, because Avahi does not report which of the two is in use. Returns false
    /// after too many attempts.
    private func rename() -> Bool {
        guard renamingsLeft > 0 else { return false }
        renamingsLeft -= 1
        service.name = Self.owned(avahi_alternative_service_name(service.name)) ?? service.name
        if let label = service.host?.label {
            service.host?.label = Self.owned(avahi_alternative_host_name(label)) ?? label
        }
        return true
    }

    private static func owned(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text else { return nil }
        defer { avahi_free(text) }
        return String(cString: text)
    }

    private static func error(_ code: Int32, name: String) -> AvahiError {
        code == Int32(AVAHI_ERR_COLLISION) ? .nameTaken(name) : AvahiError(code: code)
    }
}

private let noPublishFlags = AvahiPublishFlags(rawValue: 0)

/// Passes the entries to `body` as a list of the library, which grows at its front and is written from its back. The
/// list is freed afterwards.
private func withStringList(
    _ entries: [[UInt8]], body: (UnsafeMutablePointer<AvahiStringList>?) -> Int32
) -> Int32 {
    let list = entries.reduce(nil as UnsafeMutablePointer<AvahiStringList>?) { list, entry in
        avahi_string_list_add_arbitrary(list, entry, entry.count)
    }
    defer { avahi_string_list_free(list) }
    return body(list)
}

private func groupChanged(group: OpaquePointer?, state: AvahiEntryGroupState, context: UnsafeMutableRawPointer?) {
    guard let group, let context else { return }
    Unmanaged<EntryGroupHandle>.fromOpaque(context).takeUnretainedValue().changed(group, to: state)
}
