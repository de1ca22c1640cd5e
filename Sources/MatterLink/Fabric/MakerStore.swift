import Foundation
import GatewayCore
package import HomeCertificates
package import HomeModel
import MatterProtocol

/// The makers whose nodes are trusted: a list that comes with the program, and certificates that people added, each in a
/// file of its own.
package struct MakerStore: Sendable {
    private static let maximumAdded = 200
    private static let fileEnd = ".pem"

    private let folder: PrivateFolder
    private let installed: MakerCertificates
    private let listDate: LocalDate?
    private let listDamage: [String]
    private var added: [String: MakerCertificates.Entry] = [:]
    private var fileDamage: [String] = []
    /// The trust store with the installed and the added makers.
    private(set) var trust: AttestationTrustStore

    /// Reads both. Damaged entries and files are left out, and `makers` names them. `installed` is the path of the list;
    /// nil without a list. Creates the folder if it is missing.
    package init(installed path: String?, folder: String) throws(PrivateFileError) {
        self.folder = try PrivateFolder(path: folder)
        try self.folder.removeUnfinished()
        let list = path.map { AttestationCertificateList(Self.bytes(of: $0)) }
        installed = MakerCertificates(list?.certificates ?? [])
        listDate = list?.date.flatMap { LocalDate($0) }
        listDamage =
            (list?.damaged ?? []).map { "The list of makers: line \($0.line): \($0.explanation)" }
            + installed.rejected.map { "The list of makers: \(Self.shown($0)) is no authority of makers." }
        trust = installed.trustStore
        for name in try self.folder.names().filter({ $0.hasSuffix(Self.fileEnd) }).sorted() { load(name) }
        trust = allCertificates.trustStore
    }

    /// All makers, by their subjects.
    package var makers: DeviceMakers {
        let all =
            installed.entries.map { Self.maker($0, isAdded: false) }
            + added.values.map { Self.maker($0, isAdded: true) }
        return DeviceMakers(
            all: all.sorted { ($0.subject, $0.id.rawValue) < ($1.subject, $1.id.rawValue) }, listDate: listDate,
            damage: listDamage + fileDamage)
    }

    /// The maker of a certificate in PEM form, whether it is known or not.
    func maker(of text: String) throws(DeviceMakerFailure) -> DeviceMaker {
        let entry = try entry(of: text)
        let maker = Self.maker(entry, isAdded: true)
        return installed.entries.contains(entry) ? Self.maker(entry, isAdded: false) : maker
    }

    /// Stores the certificate and trusts its maker from now on.
    mutating func add(_ text: String) throws(DeviceMakerFailure) -> DeviceMaker {
        let entry = try entry(of: text)
        let maker = Self.maker(entry, isAdded: true)
        guard !installed.entries.contains(entry), added[maker.id.rawValue] == nil else {
            throw .known("“\(EscapedText(maker.subject, limit: 100))” is known already.")
        }
        guard added.count < Self.maximumAdded else {
            throw .known("\(Self.maximumAdded) makers were added already; remove one first.")
        }
        do throws(PrivateFileError) {
            try folder.write(Self.text(of: entry.certificate), to: Self.file(maker.id))
        } catch {
            throw .notStored(error.description)
        }
        added[maker.id.rawValue] = entry
        trust = allCertificates.trustStore
        return maker
    }

    /// Ends the trust in a maker that a person added.
    mutating func remove(_ id: DeviceMakerID) throws(DeviceMakerFailure) {
        guard added[id.rawValue] != nil else {
            let isInstalled = installed.entries.contains { Self.maker($0, isAdded: false).id == id }
            throw isInstalled
                ? .known("This maker comes with the program. Only makers that were added can be removed.") : .notFound
        }
        do throws(PrivateFileError) {
            try folder.remove(Self.file(id))
        } catch {
            throw .notStored(error.description)
        }
        added[id.rawValue] = nil
        trust = allCertificates.trustStore
    }

    // MARK: Parts

    private var allCertificates: MakerCertificates {
        var all = installed
        for (_, entry) in added.sorted(by: { $0.key < $1.key }) { all.add(entry.certificate) }
        return all
    }

    private mutating func load(_ name: String) {
        guard added.count < Self.maximumAdded else {
            return fileDamage.append("\(shownPath(name)) was not read: there are \(Self.maximumAdded) already.")
        }
        let bytes: [UInt8]
        do throws(PrivateFileError) {
            bytes = try folder.read(name, limitBytes: AttestationCertificateList.maximumBytes) ?? []
        } catch {
            return fileDamage.append(error.description)
        }
        do throws(DeviceMakerFailure) {
            let entry = try entry(of: String(decoding: bytes, as: UTF8.self))
            let id = Self.maker(entry, isAdded: true).id
            // A file under another name could not be removed by its id.
            guard Self.file(id) == name else {
                return fileDamage.append("\(shownPath(name)) must have the name \(Self.file(id)).")
            }
            if !installed.entries.contains(entry) { added[id.rawValue] = entry }
        } catch {
            fileDamage.append("\(shownPath(name)): \(error)")
        }
    }

    private func shownPath(_ name: String) -> String { "\(EscapedText(folder.path(of: name), limit: 200))" }

    private func entry(of text: String) throws(DeviceMakerFailure) -> MakerCertificates.Entry {
        let list = AttestationCertificateList(Array(text.utf8))
        if let damage = list.damaged.first { throw .malformed("Line \(damage.line): \(damage.explanation)") }
        guard let certificate = list.certificates.first, list.certificates.count == 1 else {
            throw .malformed(
                "The file has \(list.certificates.count) certificates in PEM form; it must have exactly one.")
        }
        guard let entry = installed.entry(of: certificate) else {
            throw .malformed(
                "\(Self.shown(certificate)) is no authority of makers: it must be signed by itself, or be a signer of "
                    + "declarations under a root that the gateway knows. Certificates of a device or of a product line "
                    + "(DAC, PAI) are not added.")
        }
        return entry
    }

    private static func maker(_ entry: MakerCertificates.Entry, isAdded: Bool) -> DeviceMaker {
        let fingerprint = entry.certificate.fingerprint.hexadecimal
        return DeviceMaker(
            id: DeviceMakerID(String(fingerprint.prefix(16))) ?? DeviceMakerID("unknown"), role: entry.role.ofMaker,
            subject: entry.certificate.subject, vendorID: entry.certificate.vendorID, fingerprint: fingerprint,
            isForTests: entry.certificate.isForTests, isAdded: isAdded)
    }

    private static func shown(_ certificate: AttestationCertificate) -> String {
        "“\(EscapedText(certificate.subject, limit: 100))”"
    }

    private static func file(_ id: DeviceMakerID) -> String { "\(id)\(fileEnd)" }

    private static func text(of certificate: AttestationCertificate) -> [UInt8] {
        let digits = Data(certificate.bytes).base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        return Array("-----BEGIN CERTIFICATE-----\n\(digits)\n-----END CERTIFICATE-----\n".utf8)
    }

    /// At most one byte more than a list may have; nothing if the file cannot be read.
    private static func bytes(of path: String) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        return Array((try? file.read(upToCount: AttestationCertificateList.maximumBytes + 1)) ?? Data())
    }
}

extension MakerCertificates.Role {
    fileprivate var ofMaker: DeviceMaker.Role {
        switch self {
        case .authority: .authority
        case .declarationSigner: .declarationSigner
        case .declarationRoot: .declarationRoot
        }
    }
}

extension AttestationCertificateList.DamagedEntry {
    fileprivate var explanation: String {
        switch reason {
        case .textTooLarge: "the file has more than \(AttestationCertificateList.maximumBytes >> 20) MiB."
        case .tooMany: "there are more than \(AttestationCertificateList.maximumCertificates) certificates."
        case .noCertificate: "this is no certificate of an authority: its key must be on the curve P-256."
        case .unfinished: "the certificate has no end."
        }
    }
}
