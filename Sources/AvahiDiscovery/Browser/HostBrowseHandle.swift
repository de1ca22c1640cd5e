import CAvahi
import HomeModel

/// Follows the addresses of the hosts of services. A resolver would report only one address.
// Sendable: as part of `BrowseHandle` it is touched only with the poll lock held.
final class HostBrowseHandle: @unchecked Sendable {
    /// The record browsers of one host, and the services on it.
    private struct Lookup {
        var browsers: [OpaquePointer]
        var unsettled: Int
        var services: Set<ServiceSource>
    }

    private let emit: @Sendable (BrowseEvent) -> Void
    private var lookups: [HostSource: Lookup] = [:]
    private var hosts: [OpaquePointer: HostSource] = [:]

    init(emit: @escaping @Sendable (BrowseEvent) -> Void) { self.emit = emit }

    /// Follows the addresses of the host from now on, for this service.
    func follow(_ host: HostSource, service: ServiceSource, client: OpaquePointer) {
        guard lookups[host] == nil else {
            lookups[host]?.services.insert(service)
            return
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        let browsers = [AVAHI_DNS_TYPE_A, AVAHI_DNS_TYPE_AAAA].compactMap { type in
            avahi_record_browser_new(
                client, host.interface.index, anyProtocol, host.name, UInt16(AVAHI_DNS_CLASS_IN), UInt16(type),
                noLookupFlags, recordEvent, context)
        }
        if browsers.count < 2 { emit(.lookupRefused(AvahiError(of: client))) }
        for browser in browsers { hosts[browser] = host }
        lookups[host] = Lookup(browsers: browsers, unsettled: browsers.count, services: [service])
        if browsers.isEmpty { emit(.service(.addressesSettled(host))) }
    }

    /// Stops following the host when this was the last service on it.
    func unfollow(_ host: HostSource, service: ServiceSource) {
        lookups[host]?.services.remove(service)
        guard let lookup = lookups[host], lookup.services.isEmpty else { return }
        for browser in lookup.browsers {
            hosts[browser] = nil
            avahi_record_browser_free(browser)
        }
        lookups[host] = nil
        emit(.service(.hostForgotten(host)))
    }

    fileprivate func report(
        _ browser: OpaquePointer, event: AvahiBrowserEvent, transport: NetworkAddress.Family?,
        data: UnsafeRawBufferPointer
    ) {
        guard let host = hosts[browser] else { return }
        if event == AVAHI_BROWSER_ALL_FOR_NOW || event == AVAHI_BROWSER_FAILURE {
            lookups[host]?.unsettled -= 1
            if lookups[host]?.unsettled == 0 { emit(.service(.addressesSettled(host))) }
            return
        }
        guard let transport, let (family, text) = addressText(data) else { return }
        let address = NetworkAddress(family: family, text: text, interface: host.interface.name)
        switch event {
        case AVAHI_BROWSER_NEW: emit(.service(.addressAppeared(host, address, transport: transport)))
        case AVAHI_BROWSER_REMOVE: emit(.service(.addressVanished(host, address, transport: transport)))
        default: break
        }
    }
}

private func recordEvent(
    browser: OpaquePointer?, interface: AvahiIfIndex, transport: AvahiProtocol, event: AvahiBrowserEvent,
    name: UnsafePointer<CChar>?, class: UInt16, type: UInt16, data: UnsafeRawPointer?, size: Int,
    flags: AvahiLookupResultFlags, context: UnsafeMutableRawPointer?
) {
    guard let browser, let context else { return }
    Unmanaged<HostBrowseHandle>.fromOpaque(context).takeUnretainedValue().report(
        browser, event: event, transport: NetworkAddress.Family(transport),
        data: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size))
}
