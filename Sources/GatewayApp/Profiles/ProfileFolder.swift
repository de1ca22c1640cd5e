import Foundation
package import HomeModel
import YAMLFields

/// A folder of device profiles: those that come with the program, or the user's own.
package struct ProfileFolder: Sendable {
    /// One file of the folder: its profile, or the mistakes in it.
    package struct Entry: Sendable {
        package let path: String
        package let profile: Result<DeviceProfile, ProfileMistakes>
    }

    private static let maximumFiles = 1000

    package let path: String

    package init(path: String) { self.path = path }

    /// The files of the folder, sorted by name; empty if the folder does not exist.
    package func entries() -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted().prefix(Self.maximumFiles)
            .map { Self.entry("\(path)/\($0)") }
    }

    /// Reads the profile in one file.
    package static func entry(_ path: String) -> Entry {
        do throws(ProfileMistakes) {
            return Entry(path: path, profile: .success(try ProfileReader.read(try text(path))))
        } catch {
            return Entry(path: path, profile: .failure(error))
        }
    }

    /// Reads no more than a profile may contain, because the path may be a link to any file.
    private static func text(_ path: String) throws(ProfileMistakes) -> String {
        let kind = (try? FileManager.default.attributesOfItem(atPath: resolved(path)))?[.type] as? FileAttributeType
        guard kind == .typeRegular, let file = FileHandle(forReadingAtPath: path) else {
            throw ProfileMistakes([FieldError(line: 1, message: "the file cannot be read")])
        }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: ProfileReader.maximumBytes + 1) ?? Data(),
            let text = String(validating: data, as: UTF8.self)
        else { throw ProfileMistakes([FieldError(line: 1, message: "the file is not UTF-8 text")]) }
        return text
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}

extension ProfileFolder {
    /// The profiles that come with the program; nil if there are none.
    package static var shipped: ProfileFolder? {
        InstalledFiles.folder("devices", inCheckout: "devices").map(ProfileFolder.init)
    }

    /// The folder of the user's own profiles, in the state folder.
    package static func own(of state: String) -> ProfileFolder { ProfileFolder(path: "\(state)/devices") }
}

extension DeviceProfiles {
    /// Loads the profiles of both folders. Calls `unreadable` for each file that cannot be read.
    package init(
        own: ProfileFolder, shipped: ProfileFolder?, unreadable: (ProfileFolder.Entry) -> Void
    ) {
        func profiles(_ folder: ProfileFolder?) -> [DeviceProfile] {
            (folder?.entries() ?? []).compactMap { entry in
                if case .success(let profile) = entry.profile { return profile }
                unreadable(entry)
                return nil
            }
        }
        self.init(own: profiles(own), shipped: profiles(shipped))
    }
}
