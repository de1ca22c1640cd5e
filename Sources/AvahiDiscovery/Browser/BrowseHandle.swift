import CAvahi
import HomeModel

/// A browser for each kind of service, and a resolver for each service per interface and protocol. Resolvers are kept,
/// because they report later changes.
// Sendable: callbacks come one at a time with the poll lock held, and only they touch the state; before `open()` and
// after `close()` nothing calls back.
final class BrowseHandle: @unchecked Sendable {
    /// The resolvers of one service on one interface, and its host.
    private struct Resolution {
        let resolver: OpaquePointer
        /// The resolver for a service that has no TXT record at all.
        var resolverWithoutTXT: OpaquePointer?
        var host: HostSource?
    }

    private let kinds: [ServiceKind]
    private let emit: @Sendable (BrowseEvent) -> Void
    private let hosts: HostBrowseHandle
    private var connection: AvahiClientHandle?
    private var isBrowsing = false
    private var resolutions: [ServiceSource: Resolution] = [:]
    private var sources: [OpaquePointer: ServiceSource] = [:]

    init(kinds: [ServiceKind], emit: @escaping @Sendable (BrowseEvent) -> Void) {
        self.kinds = kinds
        self.emit = emit
        hosts = HostBrowseHandle(emit: emit)
    }

    /// Opens the connection. Blocks until the bus answers. Throws when there is no bus.
    func open() throws(AvahiError) {
        connection = try AvahiClientHandle { [unowned self] client, state in
            emit(.client(state))
            if state == .running || state == .registering { browse(client) }
        }
    }

    /// Closes the connection. Blocks until the last callback has returned.
    func close() {
        connection?.close()
        connection = nil
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func browse(_ client: OpaquePointer) {
        guard !isBrowsing else { return }
        isBrowsing = true
        for kind in kinds {
            let browser = avahi_service_browser_new(
                client, anyInterface, anyProtocol, kind.serviceType, nil, noLookupFlags, serviceEvent, context)
            if browser == nil { browsingFailed(client) }
        }
    }

    fileprivate func browsingFailed(_ client: OpaquePointer) {
        emit(.client(.failed(AvahiError(of: client))))
    }

    fileprivate func appeared(_ source: ServiceSource, domain: String, client: OpaquePointer) {
        guard resolutions[source] == nil else { return }
        resolutions[source] = resolve(source, domain: domain, flags: AVAHI_LOOKUP_NO_ADDRESS, client: client)
            .map { Resolution(resolver: $0) }
    }

    fileprivate func vanished(_ source: ServiceSource) {
        guard let resolution = resolutions.removeValue(forKey: source) else { return }
        free(resolution.resolver)
        if let resolver = resolution.resolverWithoutTXT { free(resolver) }
        emit(.service(.removed(source)))
        if let host = resolution.host { hosts.unfollow(host, service: source) }
    }

    fileprivate func resolved(_ resolver: OpaquePointer, answer: ResolvedService, client: OpaquePointer) {
        guard let source = sources[resolver], let resolution = resolutions[source] else { return }
        if resolver == resolution.resolver, let superfluous = resolution.resolverWithoutTXT {
            free(superfluous)
            resolutions[source]?.resolverWithoutTXT = nil
        }
        emit(.service(.resolved(source, answer)))
        let host = HostSource(name: answer.host, interface: source.interface)
        guard host != resolution.host else { return }
        resolutions[source]?.host = host
        hosts.follow(host, service: source, client: client)
        if let former = resolution.host { hosts.unfollow(former, service: source) }
    }

    /// Starts a second resolver without the TXT record, because Avahi waits for a TXT record and times out when there
    /// is none.
    fileprivate func resolvingFailed(_ resolver: OpaquePointer, domain: String, client: OpaquePointer) {
        guard let source = sources[resolver], let resolution = resolutions[source],
            resolver == resolution.resolver, resolution.resolverWithoutTXT == nil
        else { return }
        let flags = AvahiLookupFlags(AVAHI_LOOKUP_NO_ADDRESS.rawValue | AVAHI_LOOKUP_NO_TXT.rawValue)
        resolutions[source]?.resolverWithoutTXT = resolve(source, domain: domain, flags: flags, client: client)
    }

    private func resolve(
        _ source: ServiceSource, domain: String, flags: AvahiLookupFlags, client: OpaquePointer
    ) -> OpaquePointer? {
        let resolver = avahi_service_resolver_new(
            client, source.interface.index, source.transport.avahiProtocol, source.instance, source.kind.serviceType,
            domain, anyProtocol, flags, resolverEvent, context)
        guard let resolver else {
            emit(.lookupRefused(AvahiError(of: client)))
            return nil
        }
        sources[resolver] = source
        return resolver
    }

    private func free(_ resolver: OpaquePointer) {
        sources[resolver] = nil
        avahi_service_resolver_free(resolver)
    }
}

private func serviceEvent(
    browser: OpaquePointer?, interface: AvahiIfIndex, transport: AvahiProtocol, event: AvahiBrowserEvent,
    name: UnsafePointer<CChar>?, type: UnsafePointer<CChar>?, domain: UnsafePointer<CChar>?,
    flags: AvahiLookupResultFlags, context: UnsafeMutableRawPointer?
) {
    guard let client = avahi_service_browser_get_client(browser), let context else { return }
    let handle = Unmanaged<BrowseHandle>.fromOpaque(context).takeUnretainedValue()
    if event == AVAHI_BROWSER_FAILURE { return handle.browsingFailed(client) }
    guard let name, let type, let domain, let transport = NetworkAddress.Family(transport),
        let kind = ServiceKind.allCases.first(where: { $0.serviceType == String(cString: type) })
    else { return }
    let source = ServiceSource(
        kind: kind, instance: String(cString: name), interface: NetworkInterface(index: interface),
        transport: transport)
    switch event {
    case AVAHI_BROWSER_NEW: handle.appeared(source, domain: String(cString: domain), client: client)
    case AVAHI_BROWSER_REMOVE: handle.vanished(source)
    default: break
    }
}

private func resolverEvent(
    resolver: OpaquePointer?, interface: AvahiIfIndex, transport: AvahiProtocol, event: AvahiResolverEvent,
    name: UnsafePointer<CChar>?, type: UnsafePointer<CChar>?, domain: UnsafePointer<CChar>?,
    host: UnsafePointer<CChar>?, address: UnsafePointer<AvahiAddress>?, port: UInt16,
    txt: UnsafeMutablePointer<AvahiStringList>?, flags: AvahiLookupResultFlags, context: UnsafeMutableRawPointer?
) {
    guard let resolver, let client = avahi_service_resolver_get_client(resolver), let context else { return }
    let handle = Unmanaged<BrowseHandle>.fromOpaque(context).takeUnretainedValue()
    if event == AVAHI_RESOLVER_FOUND, let host {
        let txt = TXTRecord(entries: copyEntries(txt))
        handle.resolved(
            resolver, answer: ResolvedService(host: String(cString: host), port: port, txt: txt), client: client)
    } else if let domain {
        handle.resolvingFailed(resolver, domain: String(cString: domain), client: client)
    }
}
