import Foundation
import GatewayWire
import Testing
import TomteClient

@testable import TomteCommands

@Suite struct LocalDiagnosisTests {
    @Test func missingBrokerIsASeparateFinding() {
        let installed = FileManager.default.isExecutableFile(atPath: "/usr/sbin/mosquitto")
        let diagnosis = LocalDiagnosis(unavailability: .notRunning(socket: "/s"), environment: ["PATH": "/nowhere"])
        let codes = diagnosis.findings().map(\.code)
        #expect(codes == ["gatewayNotRunning"] + (installed ? [] : ["mosquittoMissing"]))
    }

    @Test(
        arguments: [
            .stateFolderMissing("/x"), .notRunning(socket: "/x"), .staleSocket("/x"), .notPermitted("/x"),
            .pathTooLong("/x"),
            .unknown(errno: 5),
        ] as [GatewayUnavailability])
    func everyUnavailabilityHasARemedy(unavailability: GatewayUnavailability) {
        #expect(HealthMark(unavailability.finding.severity) == .failing)
        #expect(unavailability.message.hasSuffix("."))
        #expect(unavailability.remedy.hasSuffix("."))
    }
}
