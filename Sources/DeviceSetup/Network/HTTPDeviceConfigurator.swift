import DeviceProtocols
package import GatewayCore
package import HomeModel

/// Configures devices through their own web servers, in the terms of their families.
package struct HTTPDeviceConfigurator: DeviceConfigurator {
    /// The usual time limit for one request: the web server of a small device is slow, and may have to finish another
    /// request first.
    package static let usualTimeout = Duration.seconds(10)

    private let subnets: AttachedSubnets
    private let timeout: Duration

    package init(subnets: AttachedSubnets = .ofThisMachine, timeout: Duration = usualTimeout) {
        self.subnets = subnets
        self.timeout = timeout
    }

    package func identify(
        _ target: SetupTarget, as family: DeviceFamily?
    ) async throws(SetupFailure) -> IdentifiedDevice {
        let families = DeviceFamilies.directlyConfigurable.filter { family == nil || $0.name == family }
        let gateway = try subnets.subnet(of: target.address).own
        return try await DeviceHTTPClient.with(subnets, timeout: timeout) { client throws(SetupFailure) in
            var failure = SetupFailure.notRecognised(target)
            for family in families {
                guard let setup = family.directSetup else { continue }
                do throws(SetupFailure) {
                    return IdentifiedDevice(
                        target: target, terms: family.terms,
                        identity: try await Self.identity(of: target, setup: setup, through: client),
                        gatewayAddress: gateway)
                } catch {
                    if case .notRecognised = error { continue }
                    failure = error
                    break
                }
            }
            throw failure
        }
    }

    package func settings(of device: IdentifiedDevice, root: DeviceID, port: Int) -> [SetupSetting] {
        let endpoint = SetupEndpoint(root: root, host: device.gatewayAddress.description, port: port)
        return DeviceFamilies.definition(of: device.terms.family)?.directSetup?.settings(for: endpoint) ?? []
    }

    package func send(
        _ requests: [DeviceRequest], effect: DeviceRequest.Effect, to device: IdentifiedDevice,
        ifPermitted check: @Sendable () async throws(SetupFailure) -> Void
    ) async throws(SetupFailure) {
        let (target, due) = (device.target, requests.filter { $0.effect == effect })
        guard let setup = DeviceFamilies.definition(of: device.terms.family)?.directSetup else {
            throw .notRecognised(target)
        }
        guard !due.isEmpty else { return }
        try await DeviceHTTPClient.with(subnets, timeout: timeout) { client throws(SetupFailure) in
            // The address may have gone to another device while the credential was made.
            let identity = try await Self.identity(of: target, setup: setup, through: client)
            guard identity.mac == device.identity.mac, identity.id == device.identity.id else {
                throw .otherDevice(found: identity.id)
            }
            var isPasswordSent = false
            for request in due {
                try await check()
                isPasswordSent = isPasswordSent || request.containsPassword
                do throws(SetupFailure) {
                    try setup.check(try await client.send(request, to: target), from: identity)
                } catch .unreachable where effect == .restart {
                    // A device that restarts at once sends no response.
                } catch {
                    throw isPasswordSent ? error.afterPassword : error
                }
            }
        }
    }

    package func isConfigurable(announcedAs name: String) -> Bool { DeviceFamilies.announced(as: name) != nil }

    private static func identity(
        of target: SetupTarget, setup: any DirectSetup.Type, through client: DeviceHTTPClient
    ) async throws(SetupFailure) -> DeviceIdentity {
        var responses: [JSONValue] = []
        for path in setup.identificationPaths { responses.append(try await client.get(path, from: target)) }
        return try setup.identity(in: responses, from: target)
    }
}
