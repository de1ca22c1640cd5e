import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel

/// The makers whose devices the gateway recognises as genuine.
enum DeviceMakerRoutes {
    static let all: [Route<DeviceServices>] = [
        .on(
            .get, path: "/device-makers", access: .requires(.addDevices),
            summary: "List the makers whose devices the gateway recognises as genuine"
        ) { call in
            DeviceMakersBody(try await call.services.makers.all(as: call.identity))
        },
        .on(
            .post, path: "/device-makers/check", access: .requires(.addDevices),
            summary: "Read the certificate of a maker without adding it", taking: NewDeviceMakerBody.self,
            problems: [.conflict]
        ) { call, body in
            DeviceMakerBody(
                try await call.services.makers.maker(of: try body.checkedCertificate, as: call.identity))
        },
        .on(
            .post, path: "/device-makers", access: .requires(.addDevices), confirming: .people,
            summary: "Recognise the devices of one more maker from now on", taking: NewDeviceMakerBody.self,
            problems: [.conflict]
        ) { call, body in
            Created(
                DeviceMakerBody(
                    try await call.services.makers.add(
                        try body.checkedCertificate, acceptsTests: body.acceptsTests ?? false, as: call.identity)))
        },
        .on(
            .delete, path: "/device-makers/:id", access: .requires(.addDevices), confirming: .people,
            summary: "Remove a maker that was added; devices that are paired stay", problems: [.conflict]
        ) { call in
            try await call.services.makers.remove(try call.id(of: DeviceMaker.self), as: call.identity)
            return NoContent()
        },
    ]
}
