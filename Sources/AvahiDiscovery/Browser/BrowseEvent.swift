/// An event of the library while it browses.
enum BrowseEvent: Sendable {
    case client(ClientState)
    case service(ServiceEvent)
    /// One service or host could not be looked up.
    case lookupRefused(AvahiError)
}
