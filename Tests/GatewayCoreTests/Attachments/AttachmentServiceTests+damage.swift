import Foundation
import HomeModel
import Testing

@testable import GatewayCore
@testable import HomeStore

// Removals, and files that are missing or changed.
extension AttachmentServiceTests {
    @Test func removalDestroysTheKeyAndTheFile() async throws {
        try await Self.withAttachments { home, service, console in
            let added = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console)
                .attachment
            let wrapped = try #require(try await home.database.attachments.attachment(added.id)?.wrappedKey)
            try await service.remove(added.id, as: console)
            #expect(try Self.files(home).isEmpty)
            for name in ["home.sqlite", "home.sqlite-wal"] {
                let bytes = FileManager.default.contents(atPath: "\(home.folder)/\(name)") ?? Data()
                #expect(!bytes.contains(Data(wrapped)), "\(name) has the key")
            }
            await #expect { try await service.remove(added.id, as: console) } throws: {
                if case ActionRefusal.notFound = $0 { true } else { false }
            }
        }
    }

    @Test func missingAndChangedFilesAreSaidToBeSo() async throws {
        try await Self.withAttachments { home, service, console in
            let missing = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console)
                .attachment
            let changed = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console)
                .attachment
            let cut = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console).attachment
            let folder = "\(home.folder)/attachments"
            try FileManager.default.removeItem(atPath: "\(folder)/\(missing.id).content")
            for (attachment, isCut) in [(changed, false), (cut, true)] {
                let path = "\(folder)/\(attachment.id).content"
                var bytes = try #require(FileManager.default.contents(atPath: path))
                if isCut { bytes.removeLast() } else { bytes[bytes.count - 1] ^= 1 }
                try bytes.write(to: URL(filePath: path))
            }
            await service.verify()
            let states = try await service.list(of: Self.dishwasher, as: console).map { ($0.attachment.id, $0.state) }
            #expect(
                Dictionary(uniqueKeysWithValues: states) == [
                    missing.id: .missing, changed.id: .changed, cut.id: .changed,
                ])
            await #expect { _ = try await Self.bytes(missing.id, from: service, as: console) } throws: {
                Self.refusal($0) == .fileMissing
            }
            await #expect { _ = try await Self.bytes(changed.id, from: service, as: console) } throws: {
                Self.refusal($0) == .fileChanged
            }
            let health = await service.health()
            #expect(health.missing == 1 && health.changed == 2 && health.count == 3)
        }
    }

    /// Nothing is sent of a small file that was changed, nor of what a link in its place names.
    @Test(arguments: [true, false]) func changedFileIsRefusedBeforeItIsSent(_ isLink: Bool) async throws {
        try await Self.withAttachments { home, service, console in
            let added = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console)
                .attachment
            let path = "\(home.folder)/attachments/\(added.id).content"
            var bytes = try #require(FileManager.default.contents(atPath: path))
            if isLink {
                try FileManager.default.moveItem(atPath: path, toPath: "\(path)-other")
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(path)-other")
            } else {
                bytes[bytes.count - 20] ^= 1
                try bytes.write(to: URL(filePath: path))
            }
            await #expect { _ = try await service.open(added.id, part: .content, as: console) } throws: {
                Self.refusal($0) == .fileChanged
            }
        }
    }

    @Test func fileWithoutARecordIsSetAsideFor30Days() async throws {
        try await Self.withAttachments { home, service, console in
            let kept = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console).attachment
            let gone = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console).attachment
            #expect(try await home.database.attachments.remove(gone.id) == .done)
            try Data([1]).write(to: URL(filePath: "\(home.folder)/attachments/.left.part"))
            // A folder that a person made is left alone.
            let folder = "\(home.folder)/attachments/mine"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            await service.setOrphansAside()
            try await home.core.stores.attachments.prepare()
            #expect(try Self.files(home) == ["\(kept.id).content", "\(gone.id).content.unlisted", "mine"].sorted())
            let (storage, records) = (home.core.stores.attachments, home.database.attachments)
            let later = home.clock.now() + .days(31)
            try await storage.setOrphansAside(besides: records, at: later, isClockKnown: false)
            #expect(try Self.files(home).count == 3)
            try await storage.setOrphansAside(besides: records, at: later, isClockKnown: true)
            #expect(try Self.files(home) == ["\(kept.id).content", "mine"].sorted())
        }
    }

    /// An older database was restored alone, and then the newer one.
    @Test func fileThatWasSetAsideIsTakenBackWithItsRecord() async throws {
        try await Self.withAttachments { home, service, console in
            let kept = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console).attachment
            let file = "\(home.folder)/attachments/\(kept.id).content"
            try FileManager.default.moveItem(atPath: file, toPath: file + ".unlisted")
            #expect(await service.health().missing == 1)
            await service.setOrphansAside()
            #expect(try Self.files(home) == ["\(kept.id).content"])
            #expect(await service.health().missing == 0)
        }
    }

    /// The record goes with its appliance, and with it the key.
    @Test func attachmentsOfARemovedApplianceAreGone() async throws {
        try await Self.withAttachments { home, service, console in
            try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console)
            _ = try await home.database.appliances.remove(ApplianceID("dishwasher"), history: .delete)
            #expect(try await home.database.attachments.all().isEmpty)
            await service.setOrphansAside()
            #expect(try Self.files(home).map { $0.hasSuffix(".unlisted") } == [true])
        }
    }
}
