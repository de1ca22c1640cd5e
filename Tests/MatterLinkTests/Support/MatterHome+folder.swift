import Foundation
import LinkFixtures
import MatterFixtures

extension MatterHome {
    /// Copies what is stored into an empty folder, as a kill of the gateway at this moment would leave it.
    func copyFolder(to path: String) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: folder)
        where !name.hasSuffix(".lock") && !name.hasSuffix("-shm") {
            try files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(path)/\(name)")
        }
    }
}
