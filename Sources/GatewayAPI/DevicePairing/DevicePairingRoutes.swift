import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// Pairings with devices that must be paired before they can be adopted, and the controllers of these devices.
enum DevicePairingRoutes {
    private static let discard = QueryParameter.boolean(
        "discard",
        about:
            "With true, the keys are deleted also when the device cannot be reached; it must then be reset before it "
            + "can be paired again")

    private static let controller = QueryParameter.text("identifier", about: "The identifier of the controller")
        .required

    static let all: [Route<DeviceServices>] = [
        .on(
            .get, path: "/device-pairings", access: .requires(.addDevices),
            summary: "List the pairings of the gateway with devices and bridges"
        ) { call in
            let view = await PairedDevicesView(call.services.state.registry)
            return try await call.services.pairings.all(as: call.identity).map(view.body)
        },
        .on(
            .post, path: "/discovered/:id/pair", access: .requires(.addDevices),
            summary: "Pair with a discovered device by the code that is printed on it; this can take a minute",
            taking: DevicePairingCodeBody.self, problems: [.conflict]
        ) { call, body in
            let pairing = try await call.services.pairings.pair(
                try call.id(of: Device.self), code: Secret(body.code), accepting: Set(body.accepts ?? []),
                as: call.identity)
            return Created(await PairedDevicesView(call.services.state.registry).body(pairing))
        },
        .on(
            .post, path: "/discovered/:id/identify", access: .requires(.addDevices),
            summary: "Make a discovered device that has no pairing show where it is", problems: [.conflict]
        ) { call in
            try await call.services.pairings.identify(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
        .on(
            .delete, path: "/device-pairings/:id", access: .requires(.addDevices),
            summary: "Remove a pairing that no device of the home uses, also at the device", query: [discard],
            problems: [.conflict]
        ) { call in
            let id = try call.id(of: Device.self)
            let isRemoved = try await call.services.pairings.unpair(
                id, discarding: try call.query(discard) ?? false, as: call.identity)
            guard !isRemoved else { return DevicePairingRemoval.removed }
            let kept = try await call.services.pairings.all(as: call.identity).first { $0.id == id }
            // The device may have been seen, and the pairing removed there, in the meantime.
            guard let kept else { return DevicePairingRemoval.removed }
            return DevicePairingRemoval.kept(await PairedDevicesView(call.services.state.registry).body(kept))
        },
        .on(
            .post, path: "/device-pairings/:id/identify", access: .requires(.addDevices),
            summary: "Make a paired device show where it is", problems: [.conflict]
        ) { call in
            try await call.services.pairings.identify(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
        .on(
            .post, path: "/devices/:id/identify", access: .requires(.addDevices),
            summary: "Make a device of the home show where it is, if its protocol has that", problems: [.conflict]
        ) { call in
            try await call.services.pairings.identify(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
        .on(
            .get, path: "/device-pairings/:id/controllers", access: .requires(.addDevices),
            summary: "Ask a paired device which controllers may command it", problems: [.conflict]
        ) { call in
            try await call.services.pairings.controllers(of: try call.id(of: Device.self), as: call.identity)
                .map { DeviceControllerBody($0) }
        },
        .on(
            .post, path: "/device-pairings/:id/controllers", access: .requires(.addDevices), confirming: .people,
            summary: "Let another controller command a paired device, past the permissions and the audit log",
            taking: NewDeviceControllerBody.self, problems: [.conflict]
        ) { call, body in
            let controller = try DeviceController(body)
            try await call.services.pairings.share(
                try call.id(of: Device.self), with: controller, as: call.identity)
            return Created(DeviceControllerBody(controller))
        },
        .on(
            .delete, path: "/device-pairings/:id/controllers", access: .requires(.addDevices), confirming: .people,
            summary: "End the right of another controller to command a paired device", query: [controller],
            problems: [.conflict]
        ) { call in
            let identifier = try call.query(controller)
            try await call.services.pairings.unshare(
                try call.id(of: Device.self), from: identifier, as: call.identity)
            return NoContent()
        },
        .on(
            .post, path: "/device-pairings/:id/sharing", access: .requires(.addDevices), confirming: .people,
            summary:
                "Make a paired device accept a new code for some minutes; a controller with the code may command it then, "
                + "past the permissions and the audit log",
            taking: NewDeviceSharingBody.self, problems: [.conflict]
        ) { call, body in
            let duration = try body.duration
            return Created(
                DeviceSharingBody(
                    try await call.services.pairings.openPairing(
                        try call.id(of: Device.self), for: duration, as: call.identity)))
        },
        .on(
            .delete, path: "/device-pairings/:id/sharing", access: .requires(.addDevices),
            summary: "Make a paired device accept no code any more; controllers that have paired stay",
            problems: [.conflict]
        ) { call in
            try await call.services.pairings.closePairing(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
    ]
}

/// The response 204 when a pairing is removed, or 202 with the pairing when it is kept until the device is seen.
enum DevicePairingRemoval: DocumentedResponse {
    case removed
    case kept(DevicePairingBody)

    static let documentation =
        NoContent.documentation + [
            .json(
                DevicePairingBody.self, status: .accepted,
                meaning:
                    "The device was not reached. The keys are kept until the gateway has removed the pairing there.")
        ]

    func response() throws -> Response {
        switch self {
        case .removed: NoContent().response()
        case .kept(let pairing): try .json(pairing, status: .accepted)
        }
    }
}
