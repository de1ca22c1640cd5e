import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Layouts of the home screen: the own one of each person, and the default of the home.
enum LayoutRoutes {
    /// Four full lists of ids of the usual length.
    static let maximumBytes = 256 * 1024

    static let all: [Route<SettingServices>] = [
        .on(
            .get, path: "/layout", access: .perItem,
            summary: "Get the caller's layout: their own one, else the default of the home"
        ) { call in
            LayoutResponse(await call.services.layouts.effective(for: call.identity))
        },
        .on(
            .put, path: "/layout", access: .perItem,
            summary: "Replace the caller's own layout; entries that the caller cannot see now stay in it",
            taking: NewLayoutBody.self, upTo: maximumBytes, headers: [versions],
            problems: [.conflict, .changedMeanwhile]
        ) { call, new in
            LayoutResponse(
                try await call.services.layouts.set(
                    new.layout, expecting: call.expectedVersions, as: call.identity))
        },
        .on(
            .delete, path: "/layout", access: .perItem,
            summary: "Remove the caller's own layout, so that the default of the home applies",
            headers: [versions], problems: [.conflict, .changedMeanwhile]
        ) { call in
            try await call.services.layouts.reset(expecting: call.expectedVersions, as: call.identity)
            return LayoutResponse(await call.services.layouts.effective(for: call.identity))
        },
        .on(.get, path: "/home/layout", access: .perItem, summary: "Get the default layout of the home") { call in
            LayoutResponse(await call.services.layouts.standard(for: call.identity))
        },
        .on(
            .put, path: "/home/layout", access: .requires(.modifySettings),
            summary: "Replace the default layout of the home; the answer is the caller's layout",
            taking: NewLayoutBody.self, upTo: maximumBytes, headers: [versions], problems: [.changedMeanwhile]
        ) { call, new in
            try await call.services.layouts.setStandard(
                new.layout, expecting: call.expectedVersions, as: call.identity)
            return CallerLayoutResponse(await call.services.layouts.effective(for: call.identity))
        },
        .on(
            .delete, path: "/home/layout", access: .requires(.modifySettings),
            summary: "Remove the default layout of the home; the answer is the caller's layout",
            headers: [versions], problems: [.changedMeanwhile]
        ) { call in
            try await call.services.layouts.resetStandard(expecting: call.expectedVersions, as: call.identity)
            return CallerLayoutResponse(await call.services.layouts.effective(for: call.identity))
        },
    ]

    private static let versions = OpenAPIDocument.Parameter(
        name: "If-Match", location: .header,
        description: """
            The version of the layout that the change is based on, in quotation marks. If the layout was changed since, the \
            request is refused (412). Without it, the layout is replaced in any case.
            """,
        isRequired: false, schema: .text)
}

/// The layout at the address of the request, with its version as the entity tag.
private struct LayoutResponse: DocumentedResponse {
    static let documentation: [ResponseDocumentation] = [
        .json(
            LayoutBody.self, status: .ok, meaning: "The layout.",
            headers: ["ETag": "The version of the layout in quotation marks, for `If-Match`."])
    ]

    let effective: EffectiveLayout

    init(_ effective: EffectiveLayout) { self.effective = effective }

    func response() throws -> Response {
        var response = try Response.json(LayoutBody(effective))
        response.headers[.eTag] = "\"\(effective.version)\""
        return response
    }
}

/// The layout of the caller, after a change of another one.
private struct CallerLayoutResponse: DocumentedResponse {
    static let documentation: [ResponseDocumentation] = [
        .json(LayoutBody.self, status: .ok, meaning: "The layout of the caller.")
    ]

    let effective: EffectiveLayout

    init(_ effective: EffectiveLayout) { self.effective = effective }

    func response() throws -> Response { try .json(LayoutBody(effective)) }
}

extension LayoutBody {
    init(_ effective: EffectiveLayout) {
        self.init(
            effective.layout, isOwn: effective.isOwn, mayChange: effective.mayChange, version: effective.version)
    }
}
