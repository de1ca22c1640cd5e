import Attachments
import AuditTrail
import Crypto
import Foundation
import HomeModel
import Logging
import Testing

@testable import GatewayCore
@testable import HomeStore

/// Photographs and manuals from the upload to the removal, on real files. Photographs are converted by the real program.
@Suite(.timeLimit(.minutes(10))) struct AttachmentServiceTests {
    static let dishwasher = AttachmentOwner.appliance(ApplianceID("dishwasher"))
    static let pdf = Array("%PDF-1.7\nThe manual\n%%EOF\n".utf8)
    /// A grey picture of one pixel.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B,
        0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x00, 0x00, 0x00,
        0x82, 0x00, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE,
        0x42, 0x60, 0x82,
    ]

    /// Runs `body` in a home with a dishwasher.
    static func withAttachments(
        _ body: @Sendable (CoreHome, AttachmentService, Identity) async throws -> Void
    ) async throws {
        try await withCore { home in
            let details = ApplianceDetails(name: try DisplayName("Dishwasher"))
            let appliance = Appliance(
                id: ApplianceID("dishwasher"), details: details, addedAt: home.clock.now())
            #expect(try await home.database.appliances.add(appliance) == .done)
            let logger = Logger(label: "attachments") { _ in SwiftLogNoOpLogHandler() }
            try await body(home, AttachmentService(on: home.core, logger: logger), try #require(CoreHome.console))
        }
    }

    static func request(
        _ kind: AttachmentKind, id: AttachmentID = .random(), owner: AttachmentOwner = dishwasher, title: String? = nil
    ) -> AttachmentRequest {
        AttachmentRequest(id: id, owner: owner, kind: kind, title: title, announcedBytes: nil)
    }

    /// Uploads in two pieces, as the API does.
    @discardableResult static func add(
        _ request: AttachmentRequest, content: [UInt8], to service: AttachmentService, as identity: Identity
    ) async throws -> AttachmentListing {
        guard case .open(let reception) = try await service.open(request, as: identity) else {
            throw CoreHome.Missing()
        }
        let half = content.count / 2
        try await reception.receive(Array(content[..<half]))
        try await reception.receive(Array(content[half...]))
        #expect(try await reception.end() == Array(SHA256.hash(data: content)))
        return try await service.commit(reception, as: identity)
    }

    static func bytes(
        _ id: AttachmentID, part: AttachmentPart = .content, from service: AttachmentService, as identity: Identity
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await service.open(id, part: part, as: identity).run { bytes += $0 }
        return bytes
    }

    static func files(_ home: CoreHome) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(home.folder)/attachments").sorted()
    }

    static func refusal(_ error: any Error) -> AttachmentRefusal? {
        if case ActionRefusal.attachment(let refusal) = error { refusal } else { nil }
    }

    // MARK: - Adding

    @Test func manualComesBackAsItWasAndItsFileIsEncrypted() async throws {
        try await Self.withAttachments { home, service, console in
            let request = Self.request(.manual, title: "  Instructions ")
            let added = try await Self.add(request, content: Self.pdf, to: service, as: console).attachment
            #expect(added.title == "Instructions" && added.bytes == Self.pdf.count && added.pixels == nil)
            #expect(try await Self.bytes(added.id, from: service, as: console) == Self.pdf)
            #expect(try Self.files(home) == ["\(added.id).content"])
            let file = FileManager.default.contents(atPath: "\(home.folder)/attachments/\(added.id).content")
            #expect(file?.count == SealedFormat.fileBytes(for: Self.pdf.count))
            #expect(file?.contains(Data("The manual".utf8)) == false)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .attachmentAdd)).first?.entry)
            #expect(entry.target == "dishwasher" && entry.metadata["what"] == "manual")
            #expect(entry.metadata["name"] == "Dishwasher")
            let listed = try await service.list(of: Self.dishwasher, as: console)
            #expect(listed.map(\.attachment) == [added] && listed.map(\.state) == [.intact])
        }
    }

    @Test func photographIsConvertedAndHasAThumbnail() async throws {
        try await Self.withAttachments { home, service, console in
            let added = try await Self.add(Self.request(.photo), content: Self.png, to: service, as: console).attachment
            #expect(added.pixels == PixelSize(width: 1, height: 1) && added.thumbnailBytes != nil)
            #expect(try Self.files(home) == ["\(added.id).content", "\(added.id).thumbnail"])
            for part in AttachmentPart.allCases {
                let bytes = try await Self.bytes(added.id, part: part, from: service, as: console)
                #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.count == added.bytes(of: part))
            }
        }
    }

    /// A client whose connection broke sends the same request again.
    @Test func repeatedRequestStoresNothingTwice() async throws {
        try await Self.withAttachments { home, service, console in
            let request = Self.request(.manual)
            try await Self.add(request, content: Self.pdf, to: service, as: console)
            guard case .existing(let found) = try await service.open(request, as: console) else {
                Issue.record("the upload was opened again")
                return
            }
            let digest = Array(SHA256.hash(data: Self.pdf))
            #expect(try found.confirm(sha256: digest).attachment.id == request.id)
            #expect { _ = try found.confirm(sha256: Array(digest.reversed())) } throws: {
                Self.refusal($0) == .idInUse
            }
            let other = Self.request(.photo, id: request.id)
            await #expect { _ = try await service.open(other, as: console) } throws: { Self.refusal($0) == .idInUse }
            #expect(try Self.files(home).count == 1)
        }
    }

    @Test func idOfAnotherTitleOrPersonIsRefused() async throws {
        try await Self.withAttachments { home, service, console in
            let request = Self.request(.manual, title: "Manual")
            try await Self.add(request, content: Self.pdf, to: service, as: console)
            let renamed = Self.request(.manual, id: request.id, title: "Recipes")
            await #expect { _ = try await service.open(renamed, as: console) } throws: { Self.refusal($0) == .idInUse }
            let anna = try await home.peopleService.add(name: "Anna", role: .admin, as: console).id
            let identity = try CoreHome.identity(anna)
            await #expect { _ = try await service.open(request, as: identity) } throws: {
                Self.refusal($0) == .idInUse
            }
        }
    }

    /// Of two uploads with one id at once, the bytes of one are stored, and the other one is refused.
    @Test func otherBytesWithTheSameIDAtOnceAreRefused() async throws {
        try await Self.withAttachments { _, service, console in
            let request = Self.request(.manual)
            let other = Self.pdf + [0x0A]
            var receptions: [AttachmentReception] = []
            for content in [Self.pdf, other] {
                guard case .open(let reception) = try await service.open(request, as: console) else {
                    throw CoreHome.Missing()
                }
                try await reception.receive(content)
                _ = try await reception.end()
                receptions.append(reception)
            }
            _ = try await service.commit(receptions[0], as: console)
            await #expect { _ = try await service.commit(receptions[1], as: console) } throws: {
                Self.refusal($0) == .idInUse
            }
            #expect(try await Self.bytes(request.id, from: service, as: console) == Self.pdf)
        }
    }

    /// A client that has lost its connection may repeat the request before the gateway notices.
    @Test func sameRequestTwiceAtOnceStoresOneAttachment() async throws {
        try await Self.withAttachments { home, service, console in
            let request = Self.request(.manual)
            var receptions: [AttachmentReception] = []
            for _ in 0..<2 {
                guard case .open(let reception) = try await service.open(request, as: console) else {
                    throw CoreHome.Missing()
                }
                try await reception.receive(Self.pdf)
                _ = try await reception.end()
                receptions.append(reception)
            }
            for reception in receptions {
                #expect(try await service.commit(reception, as: console).attachment.id == request.id)
            }
            receptions = []
            #expect(try Self.files(home) == ["\(request.id).content"])
            #expect(try await Self.bytes(request.id, from: service, as: console) == Self.pdf)
        }
    }

    private static let wrongContents: [(kind: AttachmentKind, content: [UInt8], refusal: AttachmentRefusal)] = [
        (.photo, Array("GIF89a.............".utf8), .notAPhoto), (.photo, pdf, .notAPhoto),
        (.photo, Array(png.prefix(40)), .unreadablePhoto), (.manual, png, .notAPDF),
        (.manual, Array("%PDF-1.7\nno end".utf8), .notAPDF),
    ]

    @Test(arguments: wrongContents)
    func wrongContentIsRefusedAndNothingOfItStays(
        kind: AttachmentKind, content: [UInt8], refusal: AttachmentRefusal
    ) async throws {
        try await Self.withAttachments { home, service, console in
            await #expect {
                try await Self.add(Self.request(kind), content: content, to: service, as: console)
            } throws: {
                Self.refusal($0) == refusal
            }
            let files = try Self.files(home)
            #expect(files.isEmpty)
            #expect(try await service.list(of: Self.dishwasher, as: console).isEmpty)
            #expect(service.quota.count == 0)
        }
    }

    @Test func tooLargeUploadEndsAtTheLimit() async throws {
        try await Self.withAttachments { _, service, console in
            guard case .open(let reception) = try await service.open(Self.request(.manual), as: console) else { return }
            try await reception.receive(Self.pdf)
            let piece = [UInt8](repeating: 1, count: 1_000_000)
            await #expect {
                for _ in 0..<25 { try await reception.receive(piece) }
            } throws: {
                if case ActionRefusal.uploadTooLarge = $0 { true } else { false }
            }
            let announced = AttachmentRequest(
                id: .random(), owner: Self.dishwasher, kind: .manual, title: nil, announcedBytes: 20_000_001)
            await #expect { _ = try await service.open(announced, as: console) } throws: {
                if case ActionRefusal.uploadTooLarge = $0 { true } else { false }
            }
        }
    }

    @Test func thirdUploadAtTheSameTimeWaitsForAnother() async throws {
        try await Self.withAttachments { home, service, console in
            var first: AttachmentOpening? = try await service.open(Self.request(.manual), as: console)
            let second = try await service.open(Self.request(.manual), as: console)
            await #expect { _ = try await service.open(Self.request(.manual), as: console) } throws: {
                if case ActionRefusal.tooManyUploads = $0 { true } else { false }
            }
            // A client that disappears leaves its place, and its temporary file is gone.
            if case .open = first { first = nil }
            #expect(service.quota.count == 1)
            _ = try await service.open(Self.request(.manual), as: console)
            withExtendedLifetime(second) {}
            #expect(try Self.files(home).allSatisfy { $0.hasSuffix(".part") })
        }
    }

    /// One person whose uploads stand still does not keep others from uploading.
    @Test func uploadsOfOnePersonLeavePlacesForOthers() throws {
        let quota = UploadQuota()
        let kim = try (0..<AttachmentLimits.uploadsOfPerson).map { _ in try quota.reserve(for: "kim") }
        #expect(throws: ActionRefusal.self) { try quota.reserve(for: "kim") }
        var others: [UploadPermit] = []
        for number in 0..<(AttachmentLimits.uploadsAtOnce - kim.count) {
            others.append(try quota.reserve(for: "person-\(number)"))
        }
        #expect(throws: ActionRefusal.self) { try quota.reserve(for: "one-more") }
        kim.first?.end()
        #expect(quota.count == AttachmentLimits.uploadsAtOnce - 1)
        others.append(try quota.reserve(for: "one-more"))
        withExtendedLifetime(others) {}
    }

    @Test func unknownOwnerAndWrongOwnerAreRefused() async throws {
        try await Self.withAttachments { _, service, console in
            let unknown = AttachmentOwner.appliance(ApplianceID("fridge"))
            await #expect { _ = try await service.list(of: unknown, as: console) } throws: {
                if case ActionRefusal.missing = $0 { true } else { false }
            }
            await #expect { _ = try await service.open(Self.request(.manual, owner: unknown), as: console) } throws: {
                if case ActionRefusal.missing = $0 { true } else { false }
            }
            let entry = Self.request(.manual, owner: .serviceEntry(ServiceEntryID("repair")))
            await #expect { _ = try await service.open(entry, as: console) } throws: { Self.refusal($0) == .wrongOwner }
        }
    }

    @Test(arguments: [(Role.owner, true), (.admin, true), (.member, false), (.child, false), (.guest, false)])
    func attachmentsAreForPeopleWhoManageTheHome(_ role: Role, isAllowed: Bool) async throws {
        try await Self.withAttachments { home, service, console in
            let person = try await home.peopleService.add(name: "Kim", role: role, as: console).id
            let identity = try CoreHome.identity(person)
            let added = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: console)
                .attachment
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await service.list(of: Self.dishwasher, as: identity) },
                { _ = try await service.open(added.id, part: .content, as: identity) },
                { _ = try await service.open(Self.request(.manual), as: identity) },
                { try await service.remove(added.id, as: identity) },
            ]
            for call in calls {
                if isAllowed {
                    try await call()
                } else {
                    await #expect { try await call() } throws: {
                        if case ActionRefusal.denied = $0 { true } else { false }
                    }
                }
            }
        }
    }

    // MARK: - People

    @Test func erasureRemovesPhotographsAndForgetsWhoAddedManuals() async throws {
        try await Self.withAttachments { home, service, console in
            let anna = try await home.peopleService.add(name: "Anna", role: .admin, as: console).id
            let identity = try CoreHome.identity(anna)
            let photo = try await Self.add(Self.request(.photo), content: Self.png, to: service, as: identity)
                .attachment
            let manual = try await Self.add(Self.request(.manual), content: Self.pdf, to: service, as: identity)
                .attachment
            let others = try await Self.add(Self.request(.photo), content: Self.png, to: service, as: console)
                .attachment
            #expect(photo.addedBy == "console as anna")
            _ = try await home.erasures.erase(anna, confirming: "Anna", as: console)
            let left = try await home.database.attachments.all().map(\.attachment)
            #expect(Set(left.map(\.id)) == [manual.id, others.id])
            #expect(left.allSatisfy { !$0.addedBy.contains("anna") })
            #expect(try Self.files(home).allSatisfy { !$0.hasPrefix(photo.id.rawValue) })
        }
    }

    @Test func exportContainsThePhotographsOfThePerson() async throws {
        try await Self.withAttachments { home, service, console in
            let anna = try await home.peopleService.add(name: "Anna", role: .admin, as: console).id
            let own = try await Self.add(
                Self.request(.photo, title: "Plate"), content: Self.png, to: service, as: try CoreHome.identity(anna)
            ).attachment
            try await Self.add(Self.request(.photo), content: Self.png, to: service, as: console)
            let export = try await home.makeExports().open(anna, as: console)
            let collected = try await CollectedExport.run(export)
            let rows = collected.texts(of: .attachments)
            #expect(rows.map { $0["id"] } == [own.id.rawValue] && rows.first?["title"] == "Plate")
            #expect(rows.first?["file"] == "\(own.id).jpg")
            let files = export.files.filter { if case .attachment = $0 { true } else { false } }
            #expect(files == [.attachment(own)])
            #expect(collected.contents[.attachment(own)]?.count == own.bytes)
        }
    }
}
