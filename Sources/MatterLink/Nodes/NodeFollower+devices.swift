import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MatterNodes

/// The devices of a node, as the home sees them.
extension NodeFollower {
    /// Describes the devices to the home, with what is known of them. A bridge itself mostly has no capabilities.
    func describe() async {
        for device in usableDevices {
            await services.eventReceiver.described(
                .matter(record.root, endpoint: device.endpoint), description: device.description, native: nil)
        }
    }

    /// The devices that can be devices of the home: none when the node is to be removed.
    var usableDevices: [NodeDevice] {
        guard record.state == .paired, !isRemoved else { return [] }
        return state.model.devices.filter { !$0.description.parts.isEmpty }
    }

    /// Tells the home that the devices are there, as the subscription shows. A node with a battery reports its changes too
    /// while it has a subscription, so that its values are current, however long ago they have changed.
    func setAvailability() async {
        let unreachable = state.unreachable
        for device in usableDevices {
            await services.eventReceiver.availability(
                unreachable.contains(device.endpoint) ? .lost : .ready,
                of: .matter(record.root, endpoint: device.endpoint))
        }
    }

    func storeModel() {
        // What is deleted stays so.
        guard !isRemoved else { return }
        do throws(PrivateFileError) {
            try services.store.save(state.stored, of: record)
            state.noteStored()
        } catch {
            membership.log("the description of a node could not be stored", cause: error.description)
        }
        guard let information = state.model.devices.first?.information else { return }
        membership.remember {
            $0.name = information.nodeLabel ?? information.productName ?? $0.name
            $0.model = information.productName ?? $0.model
        }
    }

    /// Tells the home that the node has none of its devices any more.
    func withdrawDevices() async {
        for device in state.model.devices {
            await services.eventReceiver.removed(.matter(record.root, endpoint: device.endpoint))
        }
    }
}
