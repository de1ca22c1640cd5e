package import GatewayCore
package import HomeModel
import Logging

extension MatterLink: KeyRotatingLink {
    /// Makes another fabric, unless there is one for this rotation. Each node joins it, and then leaves the earlier one.
    package func rotateKeys(for rotation: KeyRotationID) async throws(KeyRotationFailure) {
        do throws(FabricError) {
            // A repeated call makes no node be asked sooner that has refused.
            guard try services.fabrics.renew(for: rotation) else { return }
        } catch {
            services.logger.error(
                "the new keys of the Matter fabric could not be stored", metadata: [LogKey.errorDetail: "\(error)"])
            throw .failed(error.description)
        }
        removeUnusedFabrics()
        for follower in followers.values { await follower.renewKeys() }
    }

    package func pairingKeys() async -> [DeviceID: PairingKeyState] {
        var states: [DeviceID: PairingKeyState] = [:]
        for follower in followers.values where !follower.isRemoved {
            states[follower.pairingID] = await follower.keyState
        }
        return states
    }
}
