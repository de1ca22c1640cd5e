import HomeModel
import Testing

@testable import MQTTLink

@Suite struct PendingRequestsTests {
    private let lamp = DeviceID("lamp" as StaticString)
    private let plug = DeviceID("plug" as StaticString)

    @Test func replyFromAnotherDeviceMatchesNoCommand() {
        var requests = PendingRequests()
        let command = CommandID.random()
        let number = requests.number(for: command, to: lamp)
        #expect(requests.command(number, from: lamp) == command)
        #expect(requests.command(number, from: plug) == nil)
        #expect(requests.command(number + 1, from: lamp) == nil)
    }

    @Test func replyToAQueryMatchesNoCommand() {
        var requests = PendingRequests()
        let command = requests.number(for: .random(), to: lamp)
        let query = requests.nextNumber()
        #expect(query != command && requests.command(query, from: lamp) == nil)
    }

    @Test func oldestRequestsAreDroppedBeyondTheLimit() {
        var requests = PendingRequests()
        let first = requests.number(for: .random(), to: lamp)
        for _ in 0..<4095 { _ = requests.nextNumber() }
        #expect(requests.command(first, from: lamp) != nil)
        _ = requests.nextNumber()
        #expect(requests.command(first, from: lamp) == nil)
    }
}
