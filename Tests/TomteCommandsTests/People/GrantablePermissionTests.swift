import ArgumentParser
import HomeModel
import Testing

@testable import TomteCommands

struct GrantablePermissionTests {
    @Test func helpListsThePermissionsThatAGrantCanGive() throws {
        #expect(Set(GrantablePermission.allCases.map(\.permission)) == Permission.grantable)
        let error = #expect(throws: (any Error).self) {
            try TomteCommand.parseAsRoot(["people", "grant", "kim", "manageMaintenance"])
        }
        let message = TomteCommand.fullMessage(for: try #require(error))
        #expect(message.contains("viewEnvironment") && !message.contains("addDevices"), "\(message)")
    }
}
