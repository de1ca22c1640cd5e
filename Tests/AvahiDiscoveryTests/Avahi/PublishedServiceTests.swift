import Testing

@testable import AvahiDiscovery

@Suite struct PublishedServiceTests {
    @Test(arguments: [
        PublishedService(name: "", type: "_hap._tcp", port: 1),
        PublishedService(name: String(repeating: "é", count: 32), type: "_hap._tcp", port: 1),
        PublishedService(name: "a\0b", type: "_hap._tcp", port: 1),
        PublishedService(name: "a", type: "_hap._sctp", port: 1),
        PublishedService(name: "a", type: "hap", port: 1),
        PublishedService(name: "a", type: "_hap._tcp", subtypes: ["a.b"], port: 1),
        PublishedService(name: "a", type: "_hap._tcp", port: 1, txt: [[]]),
        PublishedService(name: "a", type: "_hap._tcp", port: 1, txt: [Array(repeating: 65, count: 256)]),
        PublishedService(
            name: "a", type: "_hap._tcp", port: 1, host: .init(label: "a.b", addresses: [.init("192.0.2.1")])),
        PublishedService(
            name: "a", type: "_hap._tcp", port: 1, host: .init(label: "a", addresses: [.init("example.org")])),
    ])
    func invalidServiceIsRefusedWithAMessage(service: PublishedService) throws {
        let error = #expect(throws: AvahiError.self) { try service.validate() }
        #expect(error?.description.hasPrefix("This service cannot be published: ") == true)
    }
}
