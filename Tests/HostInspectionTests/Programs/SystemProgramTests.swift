import Foundation
import Testing

@testable import HostInspection

@Suite struct SystemProgramTests {
    private func run(
        _ script: String, arguments: [String] = [], limitBytes: Int = 1 << 16, timeout: Duration = .seconds(120)
    ) throws -> Result<SystemProgram.Output, SystemProgram.Failure> {
        var result: Result<SystemProgram.Output, SystemProgram.Failure>?
        try TemporaryFolder.with { folder in
            try TemporaryFolder.write("#!/bin/sh\n\(script)\n", to: "\(folder)/tool", mode: 0o755)
            let program = SystemProgram("tool", folders: [folder], limitBytes: limitBytes, timeout: timeout)
            // Another test that starts a program at this moment may hold the file open for writing until its own exec.
            repeat {
                result = Result { () throws(SystemProgram.Failure) in try program.run(arguments) }
            } while result == .failure(.notStarted(code: ETXTBSY))
        }
        return try #require(result)
    }

    @Test func outputAndExitCodeAreReturned() throws {
        let output = try run("echo \"got $1\"; echo noise >&2; exit 3", arguments: ["a b; $(id)"]).get()
        #expect(output == SystemProgram.Output(status: 3, bytes: Array("got a b; $(id)\n".utf8)))
    }

    @Test func programReadsNothingAndHasNoEnvironmentOfTheCaller() throws {
        setenv("TOMTE_TEST_SECRET", "hidden", 1)
        #expect(try run("cat; env").get().text.contains("hidden") == false)
    }

    @Test func tooMuchOutputEndsTheProgram() throws {
        #expect(try run("yes", limitBytes: 1000) == .failure(.tooMuchOutput))
    }

    @Test(arguments: ["sleep 1000", "sleep 1000 >/dev/null & exec >&-; wait", "exec >&-; sleep 1000"])
    func programThatDoesNotEndIsKilled(_ script: String) throws {
        #expect(try run(script, timeout: .milliseconds(200)) == .failure(.timedOut))
    }

    @Test func missingProgramIsReported() {
        #expect(throws: SystemProgram.Failure.notInstalled) {
            try SystemProgram("tool", folders: ["/nowhere"]).run([])
        }
    }

    @Test func programThatASignalEndsHasNoExitCode() throws {
        #expect(try run("kill -9 $$").get().status == -1)
    }
}
