import Testing

@testable import GatewayApp

@Suite struct InstalledFilesTests {
    @Test(arguments: [
        ("/usr/bin/tomte", ["/usr/share/tomte/scenarios"]),
        ("/opt/tomte/bin/tomte", ["/opt/tomte/share/tomte/scenarios"]),
        (
            "/home/a/tomte/.build/debug/tomte",
            ["/home/a/tomte/.build/share/tomte/scenarios", "/home/a/tomte/simulators/scenarios"]
        ),
    ])
    func suppliedFilesAreBesideTheProgramOrInTheCheckout(program: String, folders: [String]) {
        #expect(
            InstalledFiles.candidates("scenarios", inCheckout: "simulators/scenarios", beside: program) == folders)
    }
}
