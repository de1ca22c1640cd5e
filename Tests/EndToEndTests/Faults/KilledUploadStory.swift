import Foundation
import GatewayWire
import HomeModel
import SeededRandom
import TestSupport
import Testing

/// The gateway is killed at a random moment of an upload: while the body arrives, while the file gets its name, before or
/// after its record. What it acknowledged is complete after the next start, and other files are removed or set aside.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct KilledUploadStory {
    private static let manualBytes = 2_000_000
    /// An appliance has at most 50 manuals.
    private static let rounds = min(FaultRounds.gateway, 40)

    @Test(arguments: [1, UInt64.random(in: 1000...10_000_000)])
    func acknowledgedManualsAreComplete(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withHome { home in
            #expect(try await home.tomte("appliances", "add", "Dishwasher").status == 0)
            var acknowledged: [AttachmentID: Data] = [:]
            for round in 0..<Self.rounds {
                let manual = Self.manual(random: &random)
                let path = "\(home.state)-\(round).pdf"
                try manual.write(to: URL(filePath: path))
                defer { try? FileManager.default.removeItem(atPath: path) }
                let threshold = try Self.storedBytes(home) + Int.random(in: 1...Self.manualBytes, using: &random)
                async let answer = home.tomte("appliances", "manual", "add", "Dishwasher", path, "--json")
                try await eventually("a part of the upload is on the disk") { try Self.storedBytes(home) >= threshold }
                await home.killGateway()
                if let answer = try? await answer, answer.status == 0 {
                    acknowledged[try answer.json(AttachmentBody.self).id] = manual
                }
                try await home.startGateway()
                try await expectComplete(acknowledged, in: home, hint: "seed \(seed), round \(round)")
            }
        }
    }

    private func expectComplete(
        _ acknowledged: [AttachmentID: Data], in home: HomeUnderTest, hint: String
    ) async throws {
        let listed = try await home.tomte("appliances", "photo", "list", "Dishwasher", "--json")
            .json([AttachmentBody].self)
        #expect(Set(acknowledged.keys).isSubset(of: listed.map(\.id)), "\(hint)")
        #expect(listed.allSatisfy { $0.state == .intact }, "\(hint)")
        try await eventually("the files are those of the records: \(hint)") {
            let setAside = ".unlisted"
            return try Set(Self.files(home)).filter { !$0.hasSuffix(setAside) }
                == Set(listed.map { "\($0.id).content" })
        }
        for (id, manual) in acknowledged {
            let path = "\(home.state)-\(id).pdf"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let saved = try await home.tomte("appliances", "photo", "save", id.rawValue, "--output", path)
            #expect(saved.status == 0 && FileManager.default.contents(atPath: path) == manual, "\(hint)")
        }
    }

    private static func manual(random: inout SeededGenerator) -> Data {
        var content = Data("%PDF-1.7\n".utf8)
        while content.count < manualBytes {
            withUnsafeBytes(of: UInt64.random(in: 0...UInt64.max, using: &random)) { content.append(contentsOf: $0) }
        }
        return content + Data("\n%%EOF\n".utf8)
    }

    private static func files(_ home: HomeUnderTest) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(home.state)/attachments")
    }

    /// A file may disappear or get its name between the list and the look at it.
    private static func storedBytes(_ home: HomeUnderTest) throws -> Int {
        try files(home).reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(home.state)/attachments/\(name)")
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
    }
}
