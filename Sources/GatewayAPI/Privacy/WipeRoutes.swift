import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// The wipe of the whole home.
enum WipeRoutes {
    static let all: [Route<PrivacyServices>] = [
        .on(.get, path: "/privacy/wipe", access: .requires(.ownHome), summary: "Get how far a wipe of the home is") {
            call in
            WipeBody(try await call.services.wipe.progress(as: call.identity))
        },
        .on(
            .post, path: "/privacy/wipe", access: .requires(.ownHome), confirming: .wipes,
            summary:
                "Wipe the home: unpair all devices, then stop, delete everything, and start as at the first time; the answer comes before the end, after a minute at most, and lists the devices to reset by hand",
            taking: NewWipeBody.self, problems: [.conflict]
        ) { call, new in
            Accepted(WipeBody(try await call.services.wipe.wipe(confirming: new.name, as: call.identity)))
        },
    ]
}

extension WipeBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Wipe",
        .object([
            "state": .word(of: WipeProgress.State.self),
            "pairings": .count.about("The number of pairings that the gateway had at the beginning."),
            "unpaired": .array(of: .text).about("The devices that removed their pairing."),
            "byHand": .array(of: .text).about("The devices that have to be reset by hand."),
        ]))

    static let example = WipeBody(WipeProgress())
}

extension NewWipeBody: DocumentedBody {
    static let schema = Schema.component(
        "NewWipe", .object(["name": .text.about("Confirms it: the name of the home.")]))
    static let example = NewWipeBody(name: "Summer house")
}
