import Foundation
import HomeModel
import HomeStore
import MosquittoBroker

/// A home whose gateway does not run, so that only its wipe is possible.
package struct StoppedHome: Sendable {
    private static let standardName = "Home"

    /// The name that confirms the wipe: that of the home, or the path of a folder whose database cannot be opened or may be
    /// deleted already.
    package let name: String
    /// Whether the path of the folder confirms the wipe, because the name is not known.
    package var isNamedByPath: Bool { name == path }
    /// The names of the devices that have to be reset by hand, because no gateway can ask them to end their pairing.
    package let devices: [String]
    private let path: String

    /// Reads the name and the devices, unless an earlier wipe was interrupted. Throws while a gateway uses the home, and
    /// when there is none.
    package init(path: String) async throws(StartError) {
        let isInterrupted = StateWipe(folder: path).isRequested
        guard isInterrupted || FileManager.default.fileExists(atPath: "\(path)/home.sqlite") else {
            throw .stateFolder("There is no home in \(path), so nothing was deleted. Name its folder with --state.")
        }
        let folder = try StateFolder(path: path)
        self.path = folder.path
        guard !isInterrupted else {
            (name, devices) = (folder.path, [])
            return
        }
        do throws(StorageError) {
            (name, devices) = try await Self.read(folder)
        } catch .inUse(let path) {
            throw .storage(.inUse(path: path))
        } catch {
            // What cannot be opened can be deleted all the same.
            (name, devices) = (folder.path, [])
        }
    }

    private static func read(_ folder: StateFolder) async throws(StorageError) -> (name: String, devices: [String]) {
        // As a start does: SQLite cannot open the database without some space.
        let reserve = StartReserve(folder: folder.path)
        let isShort = reserve.room.map { $0 < StartReserve.bytes } ?? false
        if isShort { reserve.release() }
        defer { if isShort { reserve.hold() } }
        let database = try HomeDatabase.open(path: folder.database)
        defer { database.close() }
        let name = try await database.registry.homeName()?.text ?? standardName
        return (name, try await database.registry.load().devices.map(\.name.text).sorted())
    }

    /// Overwrites and deletes everything, and returns the paths that could not be deleted. Throws while a gateway uses
    /// the home. If it is interrupted, the next start of the gateway goes on with it.
    package func wipe() async throws(StartError) -> [String] {
        let wipe = StateWipe(folder: path)
        do throws(StorageError) {
            return try await HomeDatabase.whileClosed(path: "\(path)/home.sqlite") { () async throws(StorageError) in
                try wipe.requestDeletion()
                await Broker.killLeftBroker(in: "\(path)/broker")
                return try wipe.carryOut()
            }
        } catch {
            throw .storage(error)
        }
    }
}
