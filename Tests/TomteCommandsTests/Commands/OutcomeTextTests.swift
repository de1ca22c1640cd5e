import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct OutcomeTextTests {
    @Test(arguments: CommandOutcome.allCases.map(Optional.some) + [nil])
    func everyOutcomeIsASentenceThatNamesTheDevice(outcome: CommandOutcome?) throws {
        let device = DeviceBody(
            id: DeviceID("lamp" as StaticString), name: "Hall lamp", room: nil, link: "homie5", availability: .ready,
            manufacturer: nil, model: nil, parts: [])
        let target = try CommandTarget(#require(DeviceArgument(argument: "lamp")), text: "switch", in: device)
        let record = CommandRecordBody(
            id: CommandID("c" as StaticString), device: device.id, part: .main, capability: CapabilityName(.switch),
            value: .boolean(true), receivedAt: Timestamp(milliseconds: 0), deadlineSeconds: 10,
            stage: outcome == nil ? "dispatched" : "ended", outcome: outcome,
            detail: outcome == .failed ? "The lamp is broken." : nil, reported: nil)
        let sentence = OutcomeText(record, target: target, took: .milliseconds(12)).sentence
        #expect(sentence.hasPrefix("Hall lamp: switch"))
        #expect(sentence.hasSuffix("."))
        #expect(outcome != .failed || sentence.hasSuffix("The lamp is broken. Its command id is c."))
        // The record has no reported value, so the sentence names the value of the command.
        #expect(outcome != .confirmed || sentence == "Hall lamp: switch on was done (confirmed in 12 ms).")
    }
}
