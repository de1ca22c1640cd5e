import DeviceProtocols
import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// The setup of devices that the gateway configures itself.
enum SetupRoutes {
    static let all: [Route<DeviceServices>] = [
        .on(
            .get, path: "/device-families", access: .requires(.addDevices),
            summary: "List the families of devices, and how their devices are set up"
        ) { _ in DeviceFamilies.all.map { DeviceFamilyBody($0) } },
        .on(
            .post, path: "/devices/:id/setup/plan", access: .requires(.addDevices),
            summary: "Ask a device on the local network what it is, and list what a setup would set",
            taking: SetupQuestionBody.self, problems: [.busy]
        ) { call, body in
            SetupPlanBody(
                try await call.services.setups.plan(
                    try call.id(of: Device.self), at: try SetupTarget(address: body.address, port: body.port),
                    family: body.dialect, as: call.identity))
        },
        .on(
            .post, path: "/devices/:id/setup", access: .requires(.addDevices), confirming: .commands,
            summary: "Configure a device on the local network, which receives its password unencrypted this once",
            taking: SetupRequestBody.self, problems: [.conflict, .busy]
        ) { call, body in
            Accepted(
                SetupBody(
                    try await call.services.setups.begin(
                        try call.id(of: Device.self), at: try SetupTarget(address: body.address, port: body.port),
                        family: body.dialect, expecting: body.mac, as: call.identity)))
        },
        .on(
            .get, path: "/devices/:id/setup", access: .requires(.addDevices), summary: "Get the progress of a setup"
        ) { call in
            SetupBody(try await call.services.setups.progress(of: try call.id(of: Device.self), as: call.identity))
        },
        .on(
            .delete, path: "/devices/:id/setup", access: .requires(.addDevices),
            summary: "Cancel a setup, and revoke its credential"
        ) { call in
            try await call.services.setups.cancel(try call.id(of: Device.self), as: call.identity)
            return NoContent()
        },
    ]
}

extension SetupTarget {
    fileprivate init(address: IPv4Address, port: Int?) throws(ActionRefusal) {
        guard let number = UInt16(exactly: port ?? Int(Self.usualPort)), number > 0 else {
            throw .invalid(field: "port", code: "outOfRange", detail: "A port is a number from 1 to 65535.")
        }
        self.init(address: address, port: number)
    }
}

extension SetupPlanBody {
    init(_ plan: SetupPlan) {
        let (target, identity) = (plan.device.target, plan.device.identity)
        self.init(
            root: plan.root, dialect: plan.device.terms.family, address: target.address, port: target.port,
            name: EscapedText(identity.id, limit: 64).description, mac: identity.mac,
            model: identity.model.map { EscapedText($0, limit: 64).description },
            firmware: identity.firmware.map { EscapedText($0, limit: 64).description },
            isAnnounced: plan.isAnnounced, settings: plan.settings.map { SetupSettingBody($0) })
    }
}

extension SetupSettingBody {
    init(_ setting: SetupSetting) {
        switch setting.value {
        case .text(let text): self.init(name: setting.name, kind: .text, value: text)
        case .password: self.init(name: setting.name, kind: .password)
        case .authority: self.init(name: setting.name, kind: .authority)
        case .keyFingerprint: self.init(name: setting.name, kind: .keyFingerprint)
        }
    }
}

extension SetupBody {
    init(_ progress: SetupProgress) {
        self.init(
            root: progress.root, dialect: progress.device.terms.family,
            outcome: Outcome(progress.outcome),
            steps: SetupStage.allCases.map {
                SetupProgressBody(step: .init($0), state: .init(progress.state(of: $0)))
            },
            failure: progress.failure.map {
                SetupFailureBody(
                    code: $0.code, detail: $0.description, values: $0.values, isRevoked: progress.isRevoked)
            })
    }
}

extension SetupBody.Outcome {
    fileprivate init(_ outcome: SetupProgress.Outcome) {
        switch outcome {
        case .running: self = .running
        case .succeeded: self = .succeeded
        case .failed: self = .failed
        }
    }
}

extension SetupProgressBody.Step {
    fileprivate init(_ stage: SetupStage) {
        switch stage {
        case .identity: self = .identity
        case .credential: self = .credential
        case .settings: self = .settings
        case .restart: self = .restart
        case .connection: self = .connection
        }
    }
}

extension SetupProgressBody.State {
    fileprivate init(_ state: SetupProgress.StageState) {
        switch state {
        case .waiting: self = .waiting
        case .running: self = .running
        case .done: self = .done
        case .failed: self = .failed
        }
    }
}
